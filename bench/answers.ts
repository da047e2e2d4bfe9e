import { embeddingProvider } from '../server/contract/providers.ts';
import { settingsDefaults } from '../server/contract/settings-defaults.ts';
import type { Settings } from '../server/contract/settings.ts';
import { askSite, type Graded } from './ask-site.ts';
import { askedDemoSite, givenSite, sampleSite, type AskedSite } from './asked-sites.ts';
import { inPrompt } from './in-prompt.ts';
import { compareGrades, readGiven, type Given } from './given-grades.ts';
import { outcomes, type Outcome } from './grade-answer.ts';
import { highlighted } from './highlighted.ts';
import type { BenchOptions, Figures } from './run.ts';
import { siteNames } from './site-files.ts';

const acceptable: readonly Outcome[] = ['good', 'closest', 'refused_right'];

function share<T>(all: readonly T[], isTrue: (each: T) => boolean): number {
  return all.filter(isTrue).length / all.length;
}

/** Shares of the questions by outcome, and of those that can be found alone. */
function figuresOf(graded: readonly Graded[]): Figures {
  const alone = graded.filter(({ found }) => found !== null);
  const marks = graded.flatMap(({ reply }) => highlighted(reply));
  return {
    questions: graded.length,
    ...Object.fromEntries(
      outcomes.map((name) => [name, share(graded, ({ outcome }) => outcome === name)]),
    ),
    acceptable: share(graded, ({ outcome }) => acceptable.includes(outcome)),
    ...(alone.length > 0 && { passage_found: share(alone, ({ found }) => found === true) }),
    ...(marks.length > 0 && { highlighted: share(marks, (isRight) => isRight) }),
    baseline_acceptable: share(graded, ({ baseline }) => acceptable.includes(baseline)),
    baseline_nonsense: share(graded, ({ baseline }) => baseline === 'nonsense'),
  };
}

/** Figures of each set, and what is acceptable and nonsense in each kind. */
function siteFigures(graded: readonly Graded[]): Figures {
  const sets = Map.groupBy(graded, ({ conversation }) => conversation.set);
  const kinds = Map.groupBy(graded, ({ conversation }) => conversation.kind);
  return {
    ...Object.fromEntries([...sets].map(([name, of]) => [name, figuresOf(of)])),
    acceptable: Object.fromEntries(
      [...kinds].map(([kind, of]) => [
        kind,
        share(of, ({ outcome }) => acceptable.includes(outcome)),
      ]),
    ),
  };
}

function print({ conversation, question, reply, outcome }: Graded): void {
  const { set, kind } = conversation;
  console.log(`\n${outcome.padEnd(13)} ${set} ${kind}: ${question}`);
  console.log(reply.reply.replace(/^/gm, '    '));
  for (const { n, title } of reply.citations) console.log(`    [${n}] ${title}`);
  for (const { title, section, passage } of reply.closest ?? []) {
    console.log(`    → ${title} › ${section}: ${passage.slice(0, 120).replace(/\s+/g, ' ')}`);
  }
  if (reply.next_questions) console.log(`    next: ${reply.next_questions.join(' · ')}`);
}

/** @throws ZodError for an unknown provider */
function embeddingsOf(embedder: string): Settings['embeddings'] {
  const [name = '', ...model] = embedder.split(':');
  const provider = embeddingProvider.parse(name);
  const { embeddings } = settingsDefaults;
  if (provider === 'builtin') return { ...embeddings, provider };
  const connection = { ...embeddings[provider], model: model.join(':') };
  return { ...embeddings, provider, [provider]: connection };
}

async function gradedFigures(site: AskedSite, options: BenchOptions): Promise<Graded[]> {
  const { verbose, judge, embedder } = options;
  const graded = await askSite(site, embeddingsOf(embedder));
  if (verbose) {
    console.log(`\n== ${site.name}`);
    for (const each of graded) if (judge || each.conversation.set === 'tune') print(each);
  }
  return graded;
}

/** Figures of the graded questions by group, and how far the grades agree with the given ones. */
async function givenFigures(given: Given, options: BenchOptions): Promise<Figures> {
  const { agreement, disagreements } = compareGrades(given);
  for (const { question, grade, outcome, answer } of disagreements) {
    console.log(`Given as ${grade}, graded as ${outcome}: ${question}\n    ${answer}`);
  }
  const graded = await gradedFigures(await givenSite(given), options);
  const kinds = Map.groupBy(graded, ({ conversation }) => conversation.kind);
  return {
    agreement,
    ...Object.fromEntries([...kinds].map(([kind, of]) => [kind, figuresOf(of)])),
  };
}

/**
 * Asks the chat what visitors of several sites ask, and grades its answers as a reader would. With `--data` also
 * the questions that a person has graded. Questions kept for judging are counted, and shown with `--judge` only.
 * Before, looks whether the answers are in the prompts of a language model; with `--prompts` only that.
 */
export async function run(options: BenchOptions): Promise<Figures> {
  const figures = await inPrompt(options);
  if (options.prompts >= 0) return figures;
  const sites = [await askedDemoSite(), ...siteNames().map(sampleSite)];
  for (const site of sites) figures[site.name] = siteFigures(await gradedFigures(site, options));
  if (options.data) figures['given'] = await givenFigures(readGiven(options.data), options);
  return figures;
}
