import type { Copied } from './apply-changes.ts';
import { bytesPerVector } from '../int8/rows.ts';

/** Of the lexical index, until it is there to be asked. Measured with English texts of 900 characters. */
const bytesOfWords = 600;
/** A copy that has grown too large must be so much smaller before it is taken into memory again. */
const margin = 0.9;

/** Bytes that all but the vectors take, or will. */
const besideVectors = ({ directory, lexical, words }: Copied) =>
  directory.bytes +
  (words === 'complete'
    ? lexical.bytes
    : words === 'reading'
      ? directory.chunks * bytesOfWords
      : 0);

/** Whether parts of a copy have room in `budget` bytes. */
export function createMemoryBudget(budget: number) {
  let over = false;

  const needed = (copied: Copied, dimensions: number) =>
    besideVectors(copied) + copied.directory.chunks * bytesPerVector(dimensions);

  return {
    budget,
    needed,
    /** A vector of each chunk, beside the words. */
    vectorsFit(copied: Copied, dimensions: number): boolean {
      over = needed(copied, dimensions) > budget * (over ? margin : 1);
      return !over;
    },
    wordsFit: (copied: Copied): boolean => besideVectors({ ...copied, words: 'reading' }) <= budget,
  };
}
