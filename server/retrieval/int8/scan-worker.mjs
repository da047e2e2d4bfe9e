/* global WebAssembly */
// Plain JavaScript: stripping types would cost each thread 18 MB.
import { parentPort, workerData } from 'node:worker_threads';

const { kernel, memory } = workerData;
const { scan } = new WebAssembly.Instance(kernel, { search: { memory } }).exports;

parentPort.on('message', (scanArguments) => {
  scan(...scanArguments);
  parentPort.postMessage(null);
});
parentPort.postMessage(null);
