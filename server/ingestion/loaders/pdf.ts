import { PDFParse } from 'pdf-parse';
import { AppError } from '../../app-error.ts';
import type { Block, Loaded } from '../blocks.ts';

/** A line that ends a sentence, or is followed by an empty one, ends a paragraph. */
function pageBlocks(text: string, page: number): Block[] {
  return text
    .split(/\n\s*\n|(?<=[.!?:。！？])\n/)
    .map((paragraph) =>
      paragraph
        .replace(/(\p{L})-\n(\p{Ll})/gu, '$1$2')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => ({ kind: 'paragraph', text: paragraph, page }));
}

/** @throws AppError `no_text`, `unsupported_type` */
export async function loadPdf(bytes: Uint8Array): Promise<Loaded> {
  // The parser takes the buffer over; the caller keeps its own.
  const parser = new PDFParse({ data: new Uint8Array(bytes), verbosity: 0 });
  try {
    const { pages } = await parser.getText({ pageJoiner: '' });
    const info = await parser.getInfo();
    const title: unknown = (info.info as Record<string, unknown> | undefined)?.['Title'];
    return {
      title: typeof title === 'string' ? title.trim() : '',
      language: '',
      blocks: pages.flatMap(({ num, text }) => pageBlocks(text, num)),
    };
  } catch (error) {
    throw new AppError('unsupported_type', {
      message: 'This PDF cannot be read; it may be damaged or protected by a password.',
      cause: error,
    });
  } finally {
    await parser.destroy();
  }
}
