import { askedQuestions, type AskedQuestion } from './answer-questions.ts';
import { builtInAnswer, refusal } from './built-in-answer.ts';
import { demoSite, type DemoSite } from './demo-site.ts';
import type { Figures } from './run.ts';

/** Characters of the baseline: an excerpt of the nearest passage, as in a search result. */
const excerptLength = 300;

interface Answered {
  asked: AskedQuestion;
  text: string;
  passages: Awaited<ReturnType<DemoSite['retrieve']>>;
}

/**
 * Asks the demo site what its visitors ask. The baseline is the beginning of the nearest passage.
 * Every miss is shown, with whether the passages had what was expected.
 */
export async function run(): Promise<Figures> {
  const site = await demoSite();
  const answers: Answered[] = [];
  for (const asked of askedQuestions) {
    const passages = await site.retrieve(asked.question);
    answers.push({ asked, text: await builtInAnswer(asked.question, passages), passages });
  }
  const baseline = answers.map(({ asked, passages }) => ({
    asked,
    text: passages[0]?.text.slice(0, excerptLength) ?? refusal,
  }));
  const answerable = ({ asked }: { asked: AskedQuestion }) => asked.expected !== null;
  const lengths = answers.filter(answerable).map(({ text }) => text.length);
  return {
    answered: share(answers.filter(answerable)),
    refused: share(answers.filter((each) => !answerable(each))),
    retrieved: share(
      answers
        .filter(answerable)
        .map(({ asked, passages }) => ({ asked, text: passages.map(({ text }) => text).join() })),
    ),
    mean_length: lengths.reduce((sum, length) => sum + length, 0) / lengths.length,
    baseline_answered: share(baseline.filter(answerable)),
    baseline_refused: share(baseline.filter((each) => !answerable(each))),
    missed: Object.fromEntries(
      answers.filter((each) => !isRight(each)).map(({ asked, text }) => [asked.question, text]),
    ),
  };
}

function share(texts: readonly { asked: AskedQuestion; text: string }[]): number {
  return texts.filter(isRight).length / texts.length;
}

function isRight({ asked, text }: { asked: AskedQuestion; text: string }): boolean {
  if (asked.expected === null) return text === refusal;
  return asked.expected.every((fragment) => text.includes(fragment));
}
