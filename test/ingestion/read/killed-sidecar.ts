/** Reads what never ends, and says which process does so. */
import type { Source } from '../../../server/ingestion/read/extract.ts';
import { Reader } from '../../../server/ingestion/read/reader.ts';

const program = new URL('broken-reader.ts', import.meta.url);
const reader = new Reader({ program, time: 600_000 });
const sizes = { size: 200, overlap: 0, minimum: 20 };
const { signal } = new AbortController();
const post = (title: string) => ({ kind: 'post', post: { title } }) as Source;

const { hash } = await reader.extract(post('next'), sizes, signal);
const reading = reader.extract(post('loop'), sizes, signal);
setTimeout(() => process.stdout.write(hash), 200);
await reading;
