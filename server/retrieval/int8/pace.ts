/**
 * Milliseconds for a byte before anything was measured, rather too many: 5 GB a second. What takes longer waited
 * for a processor that others had, and a thread of 10 MB would wait as long.
 */
const cautious = 2e-7;
/** Scans of fewer bytes say more about the clock than about the memory. */
const telling = 2 ** 20;

/** How long the main thread takes to scan, learnt from the scans of this machine. */
export class Pace {
  #perByte = cautious;

  expected(bytes: number): number {
    return bytes * this.#perByte;
  }

  bytesWithin(milliseconds: number): number {
    return milliseconds / this.#perByte;
  }

  learn(bytes: number, milliseconds: number): void {
    if (bytes < telling) return;
    this.#perByte += 0.2 * (Math.min(cautious, milliseconds / bytes) - this.#perByte);
  }
}
