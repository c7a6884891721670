# SPDX-License-Identifier: Apache-2.0
"""How Sphinx makes the site. tools/build-docs runs it, on a copy of the pages whose root is that of the tree, so that
links between README.md, docs/ and examples/ mean the same there as in an editor."""
import logging
import os
import re

project = 'tocca'
author = 'the tocca authors'
copyright = author  # noqa: A001 (the name is Sphinx's)
release = os.environ['TOCCA_DOCS_VERSION']
version = release

extensions = ['myst_parser', 'breathe']
root_doc = 'docs/index'
source_suffix = {'.md': 'markdown'}
language = 'en'

# Anchors of headings as forges make them, for links such as rigid.md#what-is-proven.
myst_heading_anchors = 4
myst_enable_extensions = ['deflist']

breathe_projects = {'tocca': os.environ['TOCCA_DOCS_XML']}
breathe_default_project = 'tocca'

html_theme = 'furo'
html_title = f'tocca {release}'
html_copy_source = False
html_show_sphinx = False
html_theme_options = {'navigation_with_keys': True}
# Examples are shown as they are typed: no typographic quotes, no long dashes.
smartquotes = False


class NamespaceOnEveryPage(logging.Filter):
    """Each page of the reference declares the namespace that its header is in; that is no fault of the pages."""

    def filter(self, record):
        return not re.search(r"'\.\. cpp:type:: (tocca|deformable|rigid|scene)'", record.getMessage())


logging.getLogger('sphinx.sphinx.domains.cpp').addFilter(NamespaceOnEveryPage())
