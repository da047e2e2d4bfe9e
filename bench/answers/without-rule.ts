import { languageCodes, languageIn } from '../../server/language/languages.ts';
import type { Question } from '../../server/question/question.ts';
import { featureNames, type RankedSection } from '../../server/retrieval/section-ranker.ts';
import { dot, fitChoices } from './regression.ts';
import { samplesOf, type Sample } from './samples.ts';
import { allSites, embedderFor } from '../parts/sites.ts';
import type { BenchOptions, Figures } from '../run.ts';

const penalty = 1;

type Feature = (typeof featureNames)[number];

/** Rules about words, by what is taken from a question or a language without them. */
const changes: Readonly<Record<string, (question: Question) => Question>> = {
  days: (question) => ({ ...question, days: [], weekdays: [] }),
  'follow-ups': (question) => ({ ...question, isFollowUp: false }),
  synonyms(question) {
    for (const code of languageCodes) languageIn(code).synonyms = [];
    return question;
  },
};

async function collect(options: BenchOptions, change?: (question: Question) => Question) {
  const { data, models } = options;
  const samples: { words: Sample[]; meaning: Sample[] } = { words: [], meaning: [] };
  for (const site of allSites(data)) {
    samples.words.push(...(await samplesOf(site, 'builtin', null, change)));
    const embedder = embedderFor(site, models);
    if (embedder)
      samples.meaning.push(...(await samplesOf(site, embedder, models || null, change)));
  }
  return samples;
}

/** Counts of a thousand questions: with the answer in the first quotation, in its mark, in those of three pages. */
interface Counts {
  first: number;
  marked: number;
  three: number;
}

/** Ranks each site by weights that are fitted on the others. */
function crossValidated(all: readonly Sample[], names: readonly Feature[]) {
  const rowOf = ({ features }: RankedSection) => names.map((name) => features[name]);
  const counts: Counts = { first: 0, marked: 0, three: 0 };
  for (const [site, own] of Map.groupBy(all, (sample) => sample.site)) {
    const others = all.filter((sample) => sample.site !== site && sample.sections.length > 0);
    const choices = others.map(({ sections, isRight }) => ({ rows: sections.map(rowOf), isRight }));
    const weights = fitChoices(choices, penalty);
    for (const { sections, quotes, isAnswered } of own) {
      if (!isAnswered) continue;
      const ranked = sections
        .map((section) => ({ ...section, score: dot(weights, rowOf(section)) }))
        .sort((a, b) => b.score - a.score);
      const pages = [...new Map(ranked.toReversed().map((each) => [each.passage.documentId, each]))]
        .map(([, section]) => section)
        .sort((a, b) => b.score - a.score)
        .slice(0, 3);
      const quoted = pages.map((section) => quotes(section, ranked));
      counts.first += Number(quoted[0]?.isRight ?? false);
      counts.marked += Number(quoted[0]?.isMarked ?? false);
      counts.three += Number(quoted.some(({ isRight }) => isRight));
    }
  }
  const share = (count: number) => Math.round((1000 * count) / all.length);
  return { first: share(counts.first), marked: share(counts.marked), three: share(counts.three) };
}

/**
 * Compares the quotations with and without a rule, on sites that the weights were not fitted on: `days`, `follow-ups` or
 * `synonyms`, or with `features` each feature of sections. Figures are questions of a thousand.
 *
 * @throws Error for another name
 */
export async function withoutRule(rule: string, options: BenchOptions): Promise<Figures> {
  const change = changes[rule];
  if (rule !== 'features' && !change) throw new Error(`There is no rule "${rule}".`);
  const before = await collect(options);
  const after = change ? await collect(options, change) : before;
  const figures = (samples: typeof before, names: readonly Feature[]) => ({
    words: { ...crossValidated(samples.words, names) },
    meaning: { ...crossValidated(samples.meaning, names) },
  });
  const whole = figures(before, featureNames);
  if (change) return { with: whole, without: figures(after, featureNames) };
  const without = featureNames.map((name) => [
    name,
    figures(
      before,
      featureNames.filter((each) => each !== name),
    ),
  ]);
  return { with: whole, without: Object.fromEntries(without) as Figures };
}
