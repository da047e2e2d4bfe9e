import { z } from 'zod';

/** A table of numbers: rows x columns. A list is a table with one column. */
export interface Table {
  rows: number;
  columns: number;
  /** Adds a row, times a factor, to a vector of `columns` values. */
  addRow(row: number, to: Float32Array, factor: number): void;
  at(row: number, column: number): number;
}

/** Node 22 has no `getFloat16`. */
function half(view: DataView, at: number): number {
  const bits = view.getUint16(at, true);
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const size =
    exponent === 0
      ? fraction * 2 ** -24
      : exponent === 31
        ? fraction > 0
          ? NaN
          : Infinity
        : (1024 + fraction) * 2 ** (exponent - 25);
  return bits & 0x8000 ? -size : size;
}

const single = new DataView(new ArrayBuffer(4));

/** The upper half of a float32. */
function upperHalf(view: DataView, at: number): number {
  single.setUint16(0, view.getUint16(at, true));
  return single.getFloat32(0);
}

/** Numbers of a tensor, by the name of their type: bytes, and how one is read. */
const types: Record<string, [number, (view: DataView, at: number) => number]> = {
  F64: [8, (view, at) => view.getFloat64(at, true)],
  F32: [4, (view, at) => view.getFloat32(at, true)],
  F16: [2, half],
  BF16: [2, upperHalf],
  I64: [8, (view, at) => Number(view.getBigInt64(at, true))],
  I32: [4, (view, at) => view.getInt32(at, true)],
  I8: [1, (view, at) => view.getInt8(at)],
};

const tensor = z.object({
  dtype: z.string(),
  shape: z.array(z.number().int().min(0)).min(1).max(2),
  data_offsets: z.tuple([z.number().int().min(0), z.number().int().min(0)]),
});

const maxHeader = 100_000_000;

/**
 * Returns the tensor of a file in the safetensors format; undefined if there is none of this name.
 * https://huggingface.co/docs/safetensors: the length of the header, the header in JSON, the numbers.
 *
 * @throws Error for a file in another format
 */
export function readTensor(file: Buffer, name: string): Table | undefined {
  const length = file.length >= 8 ? Number(file.readBigUInt64LE(0)) : Infinity;
  if (length > Math.min(maxHeader, file.length - 8))
    throw new Error('This is no safetensors file.');
  const header = JSON.parse(file.toString('utf8', 8, 8 + length)) as Record<string, unknown>;
  if (!Object.hasOwn(header, name)) return undefined;
  const { dtype, shape, data_offsets } = tensor.parse(header[name]);
  const [rows = 0, columns = 1] = shape;
  const [bytes, read] = types[dtype] ?? [];
  if (!bytes || !read) throw new Error(`Numbers of the type ${dtype} cannot be read.`);
  const [start, end] = data_offsets;
  if (end - start !== rows * columns * bytes || 8 + length + end > file.length) {
    throw new Error('The safetensors file is incomplete.');
  }
  const view = new DataView(file.buffer, file.byteOffset + 8 + length + start, end - start);
  const at = (row: number, column: number) => read(view, (row * columns + column) * bytes);
  return {
    rows,
    columns,
    at,
    addRow(row, to, factor) {
      for (let column = 0; column < columns; column++) to[column]! += factor * at(row, column);
    },
  };
}
