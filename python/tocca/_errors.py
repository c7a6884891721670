# SPDX-License-Identifier: Apache-2.0
"""What is raised for bad data, and what is warned of."""


class InputWarning(UserWarning):
    """What a reader passed over, or took otherwise than it is written; or a question about nothing."""


class Error(RuntimeError):
    """Bad data: a sentence for a person, a code for a program, and the place.

    code is one of "not_finite", "index_out_of_range", "not_a_rotation", "malformed_mesh", "malformed_robot",
    "joint_limit", "mismatched_frames", "malformed_file", "unreadable_file", "unwritable_file",
    "too_many_contacts"; file, line (counted from 1) and query (the index in a batch) are None where they do not apply.
    """

    def __init__(self, sentence, code, file=None, line=None, query=None):
        super().__init__(sentence)
        self.code = code
        self.file = file
        self.line = line
        self.query = query

    def __reduce__(self):
        return type(self), (self.args[0], self.code, self.file, self.line, self.query)
