import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeAnswer, type Judged } from '../../server/chat/common-questions/judge-answer.ts';
import { guessSite } from '../../server/chat/common-questions/guess-site.ts';
import { questionsOfKind, type Verdict } from '../../server/contract/common-questions.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { languageIn } from '../../server/language/languages.ts';
import { chatSite } from '../parts/chat-site.ts';
import { embeddingsOf } from '../parts/keyless-site.ts';
import {
  allSites,
  demoSite,
  documentsOf,
  embedderFor,
  readGivenSite,
  siteNames,
  type Site,
} from '../parts/sites.ts';
import type { BenchOptions, Figures } from '../run.ts';

/** Sites made for this, of a shop, a practice and a club. */
const ownSites = ['shop', 'practice', 'club'].map((name) => {
  const text = readFileSync(join(import.meta.dirname, 'sites', `${name}.md`), 'utf8');
  return { ...readGivenSite(text), name: `own ${name}` };
});

interface Asked extends Judged {
  text: string;
}

/** Asks a site its twenty questions, as the sidecar does. */
async function askSite(site: Site, embedder: string, models: string | null) {
  const { title, locale, timeZone, contact, now } = site;
  const chat = await chatSite(documentsOf(site), {
    ...{ name: title, locale, timeZone, models },
    settings: {
      ...settingsDefaults,
      chat: { ...settingsDefaults.chat, contact },
      embeddings: embeddingsOf(embedder),
    },
  });
  try {
    const { kind, language } = await guessSite(chat.site.parts, locale);
    const texts = languageIn(language).questions!;
    const asked: Asked[] = [];
    for (const name of questionsOfKind[kind]) {
      const [text, other] = texts[name];
      const ask = (wording: string) => chat.askAlone(wording, language, now);
      const replies = [await ask(text), await ask(other)] as const;
      asked.push({ text, ...judgeAnswer(name, replies, contact !== '') });
    }
    return { kind, language, asked };
  } finally {
    await chat.site.close();
  }
}

const line = ({ verdict, certainty, text, says, title, section }: Asked) =>
  [
    `  ${verdict!.padEnd(8)} ${certainty === null ? '    ' : certainty.toFixed(2)} ${text}`,
    ...(says === '' ? [] : [`${' '.repeat(16)}“${says}” (${[title, section].join(' › ')})`]),
  ].join('\n');

/** Asks twenty questions of each site and prints how they are answered, for a person who reads them. */
export async function run({ data, models, verbose }: BenchOptions): Promise<Figures> {
  const samples = verbose ? 0 : siteNames().length;
  const sites = [await demoSite(), ...ownSites, ...allSites(data).slice(samples)];
  const figures: Figures = {};
  for (const site of sites) {
    const embedder = embedderFor(site, models) ?? 'builtin';
    const { kind, language, asked } = await askSite(site, embedder, models || null);
    console.log(`\n${site.name}: ${kind}, ${language}, ${embedder}`);
    console.log(asked.map(line).join('\n'));
    const count = (wanted: Verdict) => asked.filter(({ verdict }) => verdict === wanted).length;
    figures[site.name] = {
      answered: count('answered'),
      unsure: count('unsure'),
      missing: count('missing'),
    };
  }
  return figures;
}
