import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { givenExpectations } from './given-expectations.ts';
import type { Expectation } from '../answers/grade-answer.ts';

const givenTurn = z.object({ question: z.string() });

const pattern = z.string().transform((source) => new RegExp(source, 'u'));
const paraphrase = z.object({ question: z.string(), expected: pattern });

const givenFile = z.object({
  conversations: z.array(z.object({ turns: z.array(givenTurn).min(1) })),
  paraphrases: z.array(paraphrase),
  absent: z.array(z.string()),
  other_language: z.array(paraphrase),
});

export type Given = z.infer<typeof givenFile>;

/** @param data The folder given by `--data`. @throws Error without the file */
export const readGiven = (data: string): Given =>
  givenFile.parse(
    JSON.parse(readFileSync(join(data, 'questions', 'demo-site.json'), 'utf8')) as unknown,
  );

/** @throws Error for a question that nobody has written an expectation for */
export function expectationOf(question: string): Expectation {
  const digest = createHash('sha256').update(question).digest('hex').slice(0, 8);
  const expected = givenExpectations[digest];
  if (!expected) throw new Error(`Nothing is expected of "${question}" (${digest}).`);
  return expected;
}
