import mammoth from 'mammoth';
import { AppError } from '../../app-error.ts';
import type { Loaded } from '../blocks.ts';
import { htmlBlocks } from '../html.ts';

/** @throws AppError `unsupported_type` */
export async function loadDocx(bytes: Uint8Array): Promise<Loaded> {
  try {
    const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) });
    const blocks = htmlBlocks(value);
    const title = blocks.find(({ kind }) => kind === 'heading')?.text ?? '';
    return { title, language: '', blocks };
  } catch (error) {
    throw new AppError('unsupported_type', {
      message: 'This Word document cannot be read; it may be damaged.',
      cause: error,
    });
  }
}
