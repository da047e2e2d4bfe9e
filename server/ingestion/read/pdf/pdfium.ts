import { readFile } from 'node:fs/promises';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { packageFile } from '../../../runtime/program-files.ts';
import { AppError } from '../../../errors/app-error.ts';
import { failure } from '../../failures.ts';

/** Bytes of WebAssembly memory, which V8's heap limit does not cover. */
const memoryLimit = 160 * 2 ** 20;
/** Bytes up to which an engine is reused: its memory never shrinks. */
const reusableMemory = 64 * 2 ** 20;

/** PDFium's C functions; pointers and booleans are numbers. */
type Functions = Record<
  Exclude<keyof WrappedPdfiumModule, 'pdfium'> | 'malloc' | 'free',
  (...parameters: number[]) => number
>;

export interface Pdfium {
  call: Functions;
  /** Current memory; a call that allocates may detach it. */
  memory: () => ArrayBuffer;
  /** Whether the engine has exceeded its limit. */
  outOfMemory: boolean;
}

type Imports = Record<string, Record<string, (...parameters: number[]) => number>>;

let compiled: Promise<WebAssembly.Module> | undefined;
let kept: Pdfium | undefined;

/** Emscripten's hooks: https://emscripten.org/docs/api_reference/module.html#Module.instantiateWasm */
async function start(): Promise<Pdfium> {
  compiled ??= readFile(packageFile('@embedpdf/pdfium/pdfium.wasm')).then(WebAssembly.compile);
  const code = await compiled;
  const pdfium: Partial<Pdfium> = { outOfMemory: false };
  function limitMemory(imports: Imports) {
    const grow = imports['env']!['emscripten_resize_heap']!;
    // Emscripten grows by a fifth more than requested. After a refusal `malloc` returns 0.
    imports['env']!['emscripten_resize_heap'] = (bytes) => {
      if (bytes >>> 0 <= memoryLimit / 1.2) return grow(bytes);
      pdfium.outOfMemory = true;
      return 0;
    };
  }
  const hooks = {
    instantiateWasm(imports: Imports, receive: (instance: WebAssembly.Instance) => void) {
      limitMemory(imports);
      const instance = new WebAssembly.Instance(code, imports);
      receive(instance);
      return instance.exports;
    },
    print() {},
    printErr() {},
  };
  const module = await init(hooks);
  module.PDFiumExt_Init();
  // The package's wrappers check every argument, which is slow for each character.
  const call = module.pdfium.wasmExports as unknown as Functions & { memory: WebAssembly.Memory };
  return Object.assign(pdfium, { call, memory: () => call.memory.buffer }) as Pdfium;
}

/**
 * Calls `use` with this thread's engine, which is discarded after a trap. If an engine that has read before runs
 * out of memory, `use` is called again with a new one.
 *
 * @throws AppError `too_large` if the engine exceeds its memory, `unsupported_type` after a trap
 */
export async function withPdfium<Result>(use: (pdfium: Pdfium) => Result): Promise<Result> {
  const used = kept;
  const pdfium = used ?? (await start());
  kept = undefined;
  const keep = () => {
    if (pdfium.memory().byteLength <= reusableMemory && !pdfium.outOfMemory) kept = pdfium;
  };
  try {
    const result = use(pdfium);
    keep();
    return result;
  } catch (cause) {
    if (pdfium.outOfMemory && used) return withPdfium(use);
    if (pdfium.outOfMemory) throw failure('pdf_out_of_memory', { cause });
    if (!(cause instanceof AppError)) throw failure('pdf_damaged', { cause });
    keep();
    throw cause;
  }
}

/** Calls `use` with a handle and closes it, except after a trap, when the engine's state is undefined. */
export function hold<Result>(
  handle: number,
  close: (handle: number) => unknown,
  use: (handle: number) => Result,
): Result {
  try {
    const result = use(handle);
    close(handle);
    return result;
  } catch (error) {
    if (error instanceof AppError) close(handle);
    throw error;
  }
}

/** UTF-16 units. */
const maxLength = 2_000;

/** Reads a text from PDFium's functions for UTF-16 with a final zero, which return its bytes. */
export function utf16(pdfium: Pdfium, write: (buffer: number, length: number) => number): string {
  const length = Math.min(write(0, 0), 2 * maxLength);
  if (length <= 2) return '';
  return hold(pdfium.call.malloc(length), pdfium.call.free, (buffer) => {
    // PDFium writes nothing if the buffer is too short.
    if (buffer === 0 || write(buffer, length) > length) return '';
    const bytes = Buffer.from(pdfium.memory(), buffer, length - 2);
    return bytes.toString('utf16le').replaceAll('\0', '').trim();
  });
}
