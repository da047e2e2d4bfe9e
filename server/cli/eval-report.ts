import type { ChatReply, Outcome } from '../contract/chat.ts';
import { fold } from '../text/fold.ts';
import { judgeGrades, type Judgement } from './eval-judge.ts';
import type { EvalQuestion } from './eval-questions.ts';
import { plain } from './plain.ts';

/** `closest`: pages instead of an answer. `failed`: there was neither. */
type EvalOutcome = Exclude<Outcome, 'stopped'>;

export interface Evaluated extends EvalQuestion {
  outcome: EvalOutcome;
  /** Null when it failed. */
  reply: ChatReply | null;
  /** The sentence of a failure, or empty. */
  failure: string;
  /** Null: nobody was asked. */
  judgement: Judgement | null;
}

const outcomeNames: Record<EvalOutcome, string> = {
  answered: 'Answered',
  closest: 'Closest pages shown',
  refused: 'Nothing found',
  failed: 'Failed',
};
const gradeNames = { good: 'Good', partly: 'Partly right', bad: 'Bad' };

/** Text of pages and visitors is no markup of the report. */
const escaped = (text: string) =>
  plain(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~]/g, '\\$&');

/** The answer is Markdown: only its HTML is not. */
const quoted = (text: string) =>
  plain(text)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');

const link = (title: string, url: string) =>
  /^https?:\/\/[^\s<>]+$/.test(url) ? `${escaped(title)}: <${url}>` : escaped(title);

/** Returns whether the answer or a shown page has the expected text; null if nothing is expected. */
function hasExpected({ expected, reply }: Evaluated): boolean | null {
  if (expected === '') return null;
  const shown = [reply?.reply, ...(reply?.closest ?? []).map(({ passage }) => passage)];
  return shown.some((text) => fold(text ?? '').includes(fold(expected)));
}

function* entry(evaluated: Evaluated, number: number): Generator<string> {
  const { question, expected, outcome, reply, failure, judgement } = evaluated;
  yield `## ${number}. ${escaped(question)}\n`;
  yield `**${outcomeNames[outcome]}**${failure && `: ${escaped(failure)}`}\n`;
  if (reply) yield `${quoted(reply.reply)}\n`;
  const sources = [
    ...(reply?.citations ?? []).map(({ n, title, url }) => `- \\[${n}\\] ${link(title, url)}`),
    ...(reply?.closest ?? []).map(
      ({ title, section, url, passage }) =>
        `- ${link([title, section].filter(Boolean).join(' › '), url)}\n  ${escaped(passage)}`,
    ),
  ];
  if (sources.length > 0) yield `${sources.join('\n')}\n`;
  if (expected !== '') {
    yield `Expected (${hasExpected(evaluated) ? 'there' : 'missing'}): ${escaped(expected)}\n`;
  }
  if (judgement) {
    const name = judgement.grade === null ? 'Not judged' : gradeNames[judgement.grade];
    yield `Judge: **${name}**. ${escaped(judgement.reason)}\n`;
  }
}

function* summary(all: readonly Evaluated[]): Generator<[string, number]> {
  yield ['Questions', all.length];
  for (const [outcome, name] of Object.entries(outcomeNames)) {
    yield [name, all.filter((each) => each.outcome === outcome).length];
  }
  const expecting = all.map(hasExpected).filter((has) => has !== null);
  if (expecting.length > 0) {
    yield ['With an expected text', expecting.length];
    yield ['Expected text there', expecting.filter(Boolean).length];
  }
  const judged = all.flatMap(({ judgement }) => judgement ?? []);
  if (judged.length === 0) return;
  for (const grade of judgeGrades) {
    yield [`Judge: ${gradeNames[grade]}`, judged.filter((each) => each.grade === grade).length];
  }
  yield ['Judge: Not judged', judged.filter(({ grade }) => grade === null).length];
}

export interface ReportFacts {
  date: Date;
  /** Names of the answering and of the judging model. */
  model: string;
  judge: string | null;
  /** Fewer questions than the file has were asked. */
  stopped: boolean;
}

/** Returns a report in Markdown. */
export function report(all: readonly Evaluated[], facts: ReportFacts): string {
  const { date, model, judge, stopped } = facts;
  const lines = [
    '# Answers of the chat\n',
    `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC. Answered by ${escaped(model)}${judge === null ? '' : `, judged by ${escaped(judge)}`}.\n`,
    ...(stopped ? ['The run was stopped: questions are missing.\n'] : []),
    '| | |\n|---|---:|',
    ...[...summary(all)].map(([name, count]) => `| ${name} | ${count} |`),
    '',
    ...all.flatMap((each, at) => [...entry(each, at + 1)]),
  ];
  return lines.join('\n');
}
