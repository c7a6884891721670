// SPDX-License-Identifier: Apache-2.0
declare module 'worker-source' {
    const source: string;
    export default source;
}
