// SPDX-License-Identifier: Apache-2.0
// Decodes a report away from the page's own thread.
import { parseManifest, ReportError } from './manifest.ts';
import { buffersOf, readReport, type Report } from './report.ts';

export interface WorkerRequest {
    manifest: string;
    blocks: string[];
}

export type WorkerAnswer = { report: Report } | { error: string };

const thread = self as unknown as {
    onmessage: ((event: MessageEvent<WorkerRequest>) => void) | null;
    postMessage(answer: WorkerAnswer, transfer: ArrayBuffer[]): void;
};

async function answer(request: WorkerRequest): Promise<void> {
    try {
        const report = await readReport(parseManifest(request.manifest), request.blocks);
        thread.postMessage({ report }, buffersOf(report));
    } catch (error) {
        const sentence = error instanceof ReportError ? error.message : `its contents make no sense (${String(error)})`;
        thread.postMessage({ error: sentence }, []);
    }
}

thread.onmessage = (event) => void answer(event.data);
