/* global WebAssembly */
// Plain JavaScript: loading what strips types would take a thread of two lines some 18 MB.
import { parentPort, workerData } from 'node:worker_threads';

const { kernel, memory } = workerData;
const { scan } = new WebAssembly.Instance(kernel, { search: { memory } }).exports;

parentPort.on('message', (scanArguments) => {
  scan(...scanArguments);
  parentPort.postMessage(null);
});
parentPort.postMessage(null);
