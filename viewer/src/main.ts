// SPDX-License-Identifier: Apache-2.0
import workerSource from 'worker-source';
document.title = 'tocca report';
new Worker(URL.createObjectURL(new Blob([workerSource])));
