import { Worker } from 'node:worker_threads';
import { ownFile } from '../../runtime/program-files.ts';

/** Milliseconds between two starts, for threads that end at once. */
const minRestartMs = 1000;

/** Runs the kernel on a thread of its own, which keeps the process alive only while it scans. */
export class ScanThread {
  readonly #workerData: { kernel: WebAssembly.Module; memory: WebAssembly.Memory };
  #worker: Worker | null = null;
  #ready = false;
  #startedAt = -Infinity;
  #scan: { resolve: () => void; reject: (cause: Error) => void } | null = null;

  constructor(kernel: WebAssembly.Module, memory: WebAssembly.Memory) {
    this.#workerData = { kernel, memory };
  }

  get ready(): boolean {
    return this.#ready;
  }

  /** Returns whether the thread is ready; starts it if it is not running. */
  begin(): boolean {
    if (!this.#worker && performance.now() - this.#startedAt > minRestartMs) {
      try {
        this.#start();
      } catch {
        // The machine gives no more threads: the main thread scans.
      }
    }
    return this.#ready;
  }

  /** Scans once; calls must not overlap. Rejects if the thread ends before the scan does. */
  run(scanArguments: readonly number[]): Promise<void> {
    return new Promise((resolve, reject) => {
      if (!this.#ready) return reject(new Error('The thread has ended'));
      this.#scan = { resolve, reject };
      this.#worker?.ref();
      this.#worker?.postMessage(scanArguments);
    });
  }

  close(): void {
    this.#startedAt = Infinity;
    void this.#worker?.terminate();
  }

  #start(): void {
    this.#startedAt = performance.now();
    const worker = new Worker(ownFile('server/retrieval/int8/scan-worker.mjs'), {
      name: 'scan',
      workerData: this.#workerData,
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
    });
    worker.unref();
    worker.on('message', () => {
      worker.unref();
      const scan = this.#scan;
      this.#scan = null;
      this.#ready = true;
      scan?.resolve();
    });
    worker.on('error', (cause: Error) => this.#ended(cause));
    worker.on('exit', () => this.#ended(new Error('The thread has ended')));
    this.#worker = worker;
  }

  #ended(cause: Error): void {
    const scan = this.#scan;
    this.#scan = null;
    this.#worker = null;
    this.#ready = false;
    scan?.reject(cause);
  }
}
