import { isUtf8 } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { ConfigError } from '../errors/config-error.ts';

export interface EvalQuestion {
  question: string;
  /** Text that a right answer contains; empty: the owner has not said. */
  expected: string;
}

const maxBytes = 1_000_000;
const maxQuestions = 1000;

const text = z.string().trim();
const entry = z.union([
  text.transform((question) => ({ question, expected: '' })),
  z.object({ question: text, expected: text.default('') }),
]);
const jsonFile = z.union([
  z.array(entry),
  z.object({ questions: z.array(entry) }).transform(({ questions }) => questions),
]);

function fromJson(content: string): EvalQuestion[] {
  const parsed = jsonFile.safeParse(JSON.parse(content));
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    'The JSON file must be a list of questions, or of objects with "question" and "expected".',
  );
}

/** Spreadsheets write the one of their locale. */
const delimiterOf = (content: string) => {
  const [first = ''] = content.split('\n', 1);
  return ['\t', ';'].find((delimiter) => first.includes(delimiter)) ?? ',';
};

/** Reads the columns `question` and `expected`; without such a first row, the first two columns. */
function fromCsv(content: string): EvalQuestion[] {
  const delimiter = delimiterOf(content);
  const rows = parse(content, { bom: true, relax_column_count: true, trim: true, delimiter });
  const names = rows[0]?.map((name) => name.toLowerCase()) ?? [];
  const isHeader = names.includes('question');
  const [question, expected] = isHeader
    ? [names.indexOf('question'), names.indexOf('expected')]
    : [0, 1];
  return rows.slice(isHeader ? 1 : 0).map((row) => ({
    question: row[question] ?? '',
    expected: row[expected] ?? '',
  }));
}

const fromLines = (content: string): EvalQuestion[] =>
  content.split(/\r?\n/).map((line) => ({ question: line.trim(), expected: '' }));

const readers: Record<string, (content: string) => EvalQuestion[]> = {
  '.json': fromJson,
  '.csv': fromCsv,
};

async function contentOf(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > maxBytes) throw new ConfigError(`${path} has more than ${maxBytes} bytes.`);
    const content = await readFile(path);
    if (!isUtf8(content)) throw new ConfigError(`${path} cannot be read: it is not UTF-8.`);
    return new TextDecoder().decode(content);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Reads questions from a JSON or CSV file, or from a text with one in each line.
 *
 * @throws ConfigError for a file that cannot be read, is too large or has no questions
 */
export async function readQuestions(path: string): Promise<EvalQuestion[]> {
  const content = await contentOf(path);
  const read = readers[extname(path).toLowerCase()] ?? fromLines;
  let questions: EvalQuestion[];
  try {
    questions = read(content).filter(({ question }) => question !== '');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  if (questions.length === 0) throw new ConfigError(`${path} has no questions.`);
  if (questions.length <= maxQuestions) return questions;
  throw new ConfigError(`${path} has more than ${maxQuestions} questions.`);
}
