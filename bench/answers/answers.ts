import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import type { Settings } from '../../server/contract/settings.ts';
import { askSite, type Graded } from './ask-site.ts';
import {
  askedDemoSite,
  askedGivenSites,
  givenSite,
  sampleSite,
  type AskedSite,
} from '../parts/asked-sites.ts';
import { readGiven } from '../parts/given-grades.ts';
import { outcomes, type Outcome } from './grade-answer.ts';
import { highlighted } from './highlighted.ts';
import { inPrompt } from './in-prompt.ts';
import type { BenchOptions, Figures } from '../run.ts';
import { siteNames } from '../parts/site-files.ts';
import { withoutRule } from './without-rule.ts';

const multilingual = 'multilingual-e5-small';
/** Sites that `tools/train` learns from; figures are of the others, which nothing was chosen by. */
const learnt = ['cycles', 'pool', 'shop', 'albergo', 'bibliothek', 'dechets', 'vhs', 'shelter'];

/** Acceptable as a reader counts them: strictly, and with pages named for what the site does not say. */
const acceptable: readonly Outcome[] = ['good', 'closest', 'refused_right'];
const lenient: readonly Outcome[] = [...acceptable, 'soft'];

function share<T>(all: readonly T[], isTrue: (each: T) => boolean): number {
  return all.filter(isTrue).length / all.length;
}

/** Shares of questions, absent ones and small talk included. */
function figuresOf(graded: readonly Graded[]): Figures {
  const marks = graded.flatMap(({ reply }) => highlighted(reply));
  const isOne = (wanted: readonly Outcome[]) => (each: Graded) => wanted.includes(each.outcome);
  return {
    questions: graded.length,
    good_share: share(graded, isOne(['good'])),
    shown_share: share(graded, (each) => each.outcome === 'good' || each.isShown),
    nonsense_share: share(graded, isOne(['nonsense'])),
    acceptable_share: share(graded, isOne(acceptable)),
    lenient_share: share(graded, isOne(lenient)),
    ...(marks.length > 0 && { highlighted: share(marks, (isRight) => isRight) }),
  };
}

function groups(graded: readonly Graded[], nameOf: (each: Graded) => string): Figures {
  return Object.fromEntries(
    [...Map.groupBy(graded, nameOf)].map(([name, of]) => [name, figuresOf(of)]),
  );
}

function print({ site, conversation, question, reply, outcome }: Graded): void {
  const { set, kind } = conversation;
  console.log(`\n${outcome.padEnd(13)} ${site.name} ${set} ${kind}: ${question}`);
  console.log(reply.reply.replace(/^/gm, '    '));
  for (const { title, section, passage } of reply.closest ?? []) {
    console.log(`    → ${title} › ${section}: ${passage.slice(0, 200).replace(/\s+/g, ' ')}`);
  }
}

function embeddingsOf(embedder: string): Settings['embeddings'] {
  const [provider, model = ''] = embedder.split(':');
  const { embeddings } = settingsDefaults;
  if (provider === 'builtin') return { ...embeddings, provider };
  return { ...embeddings, provider: 'local', local: { ...embeddings.local, model } };
}

/** Returns the embedders with which a site is asked: by words alone, and with the model for its language. */
function embeddersFor({ locale }: AskedSite, { models }: BenchOptions): string[] {
  if (locale.startsWith('en')) return ['builtin', 'local'];
  const hasModel = existsSync(join(models, multilingual, 'config.json'));
  return hasModel ? ['builtin', `local:${multilingual}`] : ['builtin'];
}

/** Prints every so many-th answer of the sites that nothing was chosen by, for a reader. */
function printSample(graded: readonly Graded[], count: number): void {
  const step = Math.max(1, Math.floor(graded.length / count));
  graded.filter((_, at) => at % step === 0).forEach(print);
}

/**
 * Asks the chat what visitors of several sites ask, without a language model, and grades the answers. The figures at
 * the top are of sites that nothing was chosen by, each with the embedder that it would have. With `--data` also the
 * sites there, and the questions on the demo site that a person has graded. Before, looks whether the answers are in the
 * prompts of a language model; with `--prompts` only that, with `--only` so many answers are printed instead, with
 * `--without` see `withoutRule`.
 */
export async function run(options: BenchOptions): Promise<Figures> {
  const { data, models, prompts, only, verbose, without } = options;
  if (without) return withoutRule(without, options);
  const prompted = only < 0 ? await inPrompt(options) : {};
  if (prompts >= 0) return prompted;
  const sites = [
    await askedDemoSite(),
    ...siteNames().map(sampleSite),
    ...(data ? [...askedGivenSites(data), await givenSite(readGiven(data))] : []),
  ];
  const all = new Map<string, Graded[]>();
  for (const site of sites) {
    for (const embedder of embeddersFor(site, options)) {
      const graded = await askSite(site, embeddingsOf(embedder), models || null);
      all.set(embedder, [...(all.get(embedder) ?? []), ...graded]);
    }
  }
  const isNew = ({ site }: Graded) => !learnt.includes(site.name);
  const words = all.get('builtin')!;
  const meaning = [...all].flatMap(([embedder, graded]) => (embedder === 'builtin' ? [] : graded));
  const chosen = meaning.length > 0 ? meaning : words;
  if (verbose) chosen.forEach(print);
  if (only > 0) printSample(chosen.filter(isNew), only);
  return {
    ...prompted,
    ...figuresOf(chosen.filter(isNew)),
    outcomes: Object.fromEntries(
      outcomes.map((name) => [
        name,
        share(chosen.filter(isNew), ({ outcome }) => outcome === name),
      ]),
    ),
    words_alone: figuresOf(words.filter(isNew)),
    learnt: figuresOf(chosen.filter((each) => !isNew(each))),
    embedders: Object.fromEntries(
      [...all].map(([embedder, graded]) => [embedder, figuresOf(graded.filter(isNew))]),
    ),
    languages: groups(chosen.filter(isNew), ({ site }) => site.locale.slice(0, 2)),
    kinds: groups(chosen.filter(isNew), ({ conversation }) => conversation.kind),
    sites: groups(chosen, ({ site }) => site.name),
    sites_words: groups(words, ({ site }) => site.name),
  };
}
