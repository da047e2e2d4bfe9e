import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { init } from '@embedpdf/pdfium';
import { AppError } from '../../../errors/app-error.ts';

/** Bytes of WebAssembly memory. The limits of a worker thread do not reach it: they are V8's heap alone. */
const memoryLimit = 160 * 2 ** 20;
/** Bytes that an engine may keep for the next document; its memory never shrinks. */
const memoryKept = 64 * 2 ** 20;

/** PDFium's C functions: pointers, numbers and booleans are all numbers. */
type Functions = Record<
  | 'malloc'
  | 'free'
  | 'FPDF_LoadMemDocument'
  | 'FPDF_CloseDocument'
  | 'FPDF_GetLastError'
  | 'FPDF_GetPageCount'
  | 'FPDF_GetMetaText'
  | 'FPDF_LoadPage'
  | 'FPDF_ClosePage'
  | 'FPDFCatalog_GetLanguage'
  | 'FPDFBookmark_GetFirstChild'
  | 'FPDFBookmark_GetNextSibling'
  | 'FPDFBookmark_GetTitle'
  | 'FPDFBookmark_GetDest'
  | 'FPDFBookmark_GetAction'
  | 'FPDFAction_GetDest'
  | 'FPDFDest_GetDestPageIndex'
  | 'FPDFText_LoadPage'
  | 'FPDFText_ClosePage'
  | 'FPDFText_CountChars'
  | 'FPDFText_GetUnicode'
  | 'FPDFText_IsHyphen'
  | 'FPDFText_GetCharOrigin'
  | 'FPDFText_GetLooseCharBox'
  | 'FPDFText_GetTextObject'
  | 'FPDFText_GetMatrix'
  | 'FPDFText_GetFontSize'
  | 'FPDFTextObj_GetFont'
  | 'FPDFFont_GetBaseFontName'
  | 'FPDFFont_GetFlags',
  (...parameters: number[]) => number
>;

export interface Pdfium {
  call: Functions;
  /** The engine's memory now; a view is worthless after a call that allocates. */
  memory: () => ArrayBuffer;
  /** Whether the engine has asked for more than it may have. */
  outOfMemory: boolean;
}

type Imports = Record<string, Record<string, (...parameters: number[]) => number>>;

async function compile(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
  return WebAssembly.compile(await readFile(path));
}

let compiled: Promise<WebAssembly.Module> | undefined;
let kept: Pdfium | undefined;

/** Emscripten's hooks: https://emscripten.org/docs/api_reference/module.html#Module.instantiateWasm */
async function start(): Promise<Pdfium> {
  compiled ??= compile();
  const code = await compiled;
  const pdfium: Partial<Pdfium> = { outOfMemory: false };
  function limitMemory(imports: Imports) {
    const grow = imports['env']!['emscripten_resize_heap']!;
    // Emscripten adds a fifth to what is asked for; a refusal is a failed `malloc`, as the engine knows it.
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
  // The bare exports: the package's wrappers check every argument, which is dear for each character.
  const call = module.pdfium.wasmExports as unknown as Functions & { memory: WebAssembly.Memory };
  return Object.assign(pdfium, { call, memory: () => call.memory.buffer }) as Pdfium;
}

/**
 * Calls `use` with this thread's engine. After a trap the engine is thrown away with all it held.
 *
 * @throws AppError `too_large`: needs more memory than the engine may have; `unsupported_type`: trapped
 */
export async function withPdfium<Result>(use: (pdfium: Pdfium) => Result): Promise<Result> {
  const pdfium = kept ?? (await start());
  kept = undefined;
  const keep = () => {
    if (pdfium.memory().byteLength <= memoryKept && !pdfium.outOfMemory) kept = pdfium;
  };
  try {
    const result = use(pdfium);
    keep();
    return result;
  } catch (error) {
    if (pdfium.outOfMemory) {
      throw new AppError('too_large', {
        message: 'This PDF needs too much memory to be read.',
        cause: error,
      });
    }
    if (!(error instanceof AppError)) {
      throw new AppError('unsupported_type', {
        message: 'This PDF cannot be read; it may be damaged.',
        cause: error,
      });
    }
    keep();
    throw error;
  }
}

/**
 * Calls `use` with a handle and closes it afterwards. Not after a trap: the engine's state is then
 * undefined, and it is thrown away whole.
 */
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
