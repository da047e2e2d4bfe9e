/** The cipher of old PDFs, which OpenSSL offers no more. */
export function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number) => {
    [state[a], state[b]] = [state[b]!, state[a]!];
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) % 256;
    swap(i, j);
  }
  let i = 0;
  let j = 0;
  return Buffer.from(data).map((byte) => {
    i = (i + 1) % 256;
    j = (j + state[i]!) % 256;
    swap(i, j);
    return byte ^ state[(state[i]! + state[j]!) % 256]!;
  }) as Buffer;
}
