/** How often a term is in a chunk, kept in three bits: what each code stands for. */
const frequencies = [1, 2, 3, 4, 6, 8, 12, 16] as const;
export const codeBits = 3;

export const frequencyOf = Float32Array.from(frequencies);

/** The code of the greatest frequency that is not above `count`. */
export function codeOf(count: number): number {
  let code = 0;
  while (code + 1 < frequencies.length && frequencies[code + 1]! <= count) code++;
  return code;
}
