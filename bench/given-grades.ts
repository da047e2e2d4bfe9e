import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { givenExpectations } from './given-expectations.ts';
import { grade, type Expectation, type Outcome, type Seen } from './grade-answer.ts';

const givenTurn = z.object({
  question: z.string(),
  grade: z.enum(['good', 'mediocre', 'bad']),
  answer: z.string(),
  /** Titles, perhaps cut, separated by semicolons. */
  cited: z.string(),
  note: z.string(),
});

const pattern = z.string().transform((source) => new RegExp(source, 'u'));
const paraphrase = z.object({ question: z.string(), expected: pattern });

const givenFile = z.object({
  conversations: z.array(z.object({ turns: z.array(givenTurn).min(1) })),
  paraphrases: z.array(paraphrase),
  absent: z.array(z.string()),
  other_language: z.array(paraphrase),
});

export type Given = z.infer<typeof givenFile>;
type GivenTurn = z.infer<typeof givenTurn>;

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

/** Titles are cut in the given file. */
const wholeTitle = (cut: string, { page }: Expectation) =>
  page.find((title) => title.startsWith(cut) || cut.startsWith(title)) ?? cut;

function seenOf({ answer, cited }: GivenTurn, expected: Expectation): Seen {
  const none = cited === 'refused' || cited === '–';
  const titles = none ? [] : cited.split('; ').map((title) => wholeTitle(title, expected));
  return {
    text: answer,
    sources: new Map(titles.map((title, at) => [at + 1, title])),
    refused: cited === 'refused',
    closest: [],
  };
}

const readerGrades = {
  good: 'good',
  refused_right: 'good',
  mediocre: 'mediocre',
  closest: 'mediocre',
  refused_wrong: 'bad',
  nonsense: 'bad',
} as const satisfies Record<Outcome, GivenTurn['grade']>;

/** Grades the given answers, which a person has graded. */
export function compareGrades({ conversations }: Given) {
  const turns = conversations.flatMap((conversation) => conversation.turns);
  const compared = turns.map((turn) => {
    const expected = expectationOf(turn.question);
    const outcome = grade(expected, seenOf(turn, expected));
    return { ...turn, outcome, agrees: readerGrades[outcome] === turn.grade };
  });
  const disagreements = compared.filter(({ agrees }) => !agrees);
  return { agreement: 1 - disagreements.length / compared.length, disagreements };
}
