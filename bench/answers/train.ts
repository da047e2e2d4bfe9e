import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { allSites, embedderFor } from '../parts/sites.ts';
import {
  featureNames,
  outcomeFeatures,
  outcomeNames,
  type RankedSection,
  type Weights,
} from '../../server/retrieval/section-ranker.ts';
import { dot, fitChoices, fitLogistic } from './regression.ts';
import { samplesOf, type Sample } from './samples.ts';
import { chooseMinimum, printGrades, type Judged } from './grades.ts';

/**
 * Learns the weights of sections and outcomes from the sample sites, and writes `section-weights.json`. Weights are
 * fitted on some sites and thresholds on others; what is reported is of a third part, which nothing was chosen by.
 *
 * npm run train -- --data DIR --models DIR
 */
const parts = {
  train: ['cycles', 'pool', 'shop', 'albergo', 'bibliothek', 'dechets'],
  choose: ['vhs', 'shelter'],
  report: ['dental', 'musica', 'outdoor-en', 'buecherei-de'],
};
const file = new URL('../../server/retrieval/section-weights.json', import.meta.url);
const penalty = 1;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '' },
    models: { type: 'string', default: '' },
  },
});
const sites = new Map(allSites(values.data).map((site) => [site.name, site]));

/** Asks each site with the embedder that it would have. */
async function collect(names: readonly string[], hasVectors: boolean): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const name of names) {
    const site = sites.get(name);
    const embedder = site && (hasVectors ? embedderFor(site, values.models) : 'builtin');
    if (!embedder) continue;
    samples.push(...(await samplesOf(site, embedder, values.models || null)));
  }
  return samples.filter(({ sections }) => sections.length > 0);
}

const rowOf = ({ features }: RankedSection) => featureNames.map((name) => features[name]);

const fitSections = (samples: readonly Sample[]) =>
  fitChoices(
    samples.map(({ sections, isRight }) => ({ rows: sections.map(rowOf), isRight })),
    penalty,
  );

/** Ranks the sections of a sample by weights. */
function judged(sample: Sample, weights: readonly number[]): Judged {
  const order = sample.sections
    .map((section, at) => ({ at, section: { ...section, score: dot(weights, rowOf(section)) } }))
    .sort((a, b) => b.section.score - a.section.score);
  const sections = order.map(({ section }) => section);
  return {
    ...sample,
    sections,
    isRight: order.map(({ at }) => sample.isRight[at]!),
    isOnPage: order.map(({ at }) => sample.isOnPage[at]!),
    isQuoted: order.map(
      ({ at, section }) => sample.isOnPage[at]! && sample.quotes(section, sections).isRight,
    ),
    outcome: outcomeNames.map((name) => outcomeFeatures(sections, sample)[name]),
  };
}

/** Ranks each site's samples by weights of the other sites, as a site is that nobody has seen. */
function crossJudged(samples: readonly Sample[]): Judged[] {
  const bySite = Map.groupBy(samples, ({ site }) => site);
  return [...bySite].flatMap(([site, own]) => {
    const weights = fitSections(samples.filter((sample) => sample.site !== site));
    return own.map((sample) => judged(sample, weights));
  });
}

const named = (names: readonly string[], weights: readonly number[]) =>
  Object.fromEntries(names.map((name, at) => [name, Number(weights[at]!.toFixed(3))]));

async function learn(hasVectors: boolean): Promise<Weights> {
  const train = await collect(parts.train, hasVectors);
  const section = fitSections(train);
  const seen = crossJudged(train);
  const rows = seen.map(({ outcome }) => outcome);
  const quote = fitLogistic(
    rows,
    seen.map(({ isQuoted }) => isQuoted[0]!),
    penalty,
  );
  const site = fitLogistic(
    rows,
    seen.map(({ isAnswered }) => isAnswered),
    penalty,
  );
  const judge = async (names: readonly string[]) =>
    (await collect(names, hasVectors)).map((sample) => judged(sample, section));
  // Two sites are few: what the others are like as sites that nobody has seen counts, too.
  const minimum = chooseMinimum([...(await judge(parts.choose)), ...seen], quote, site);
  const report = await judge(parts.report);
  for (const name of parts.report) {
    printGrades(
      name,
      report.filter((sample) => sample.site === name),
      { quote, site, minimum },
    );
  }
  printGrades(hasVectors ? 'all, by meaning' : 'all, by words', report, { quote, site, minimum });
  return {
    section: named(
      featureNames.filter((name) => hasVectors || name !== 'meaning'),
      section.filter((_, at) => hasVectors || featureNames[at] !== 'meaning'),
    ),
    quote: named(outcomeNames, quote),
    site: named(outcomeNames, site),
    minimum,
  };
}

const learned = { words: await learn(false), meaning: await learn(true) };
writeFileSync(file, `${JSON.stringify(learned, null, 2)}\n`);
