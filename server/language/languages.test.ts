import { readFileSync, globSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse, stringify } from 'yaml';
import { sampled } from '../../test/full-runs.ts';
import { errors } from '../contract/errors.ts';
import { errorSentence, languageCodes, languageIn, readLanguage } from './languages.ts';
import { Linter } from 'eslint';
import redos from 'eslint-plugin-redos';
import ts from 'typescript';

const english = readFileSync(new URL('en.yaml', import.meta.url), 'utf8');

interface File {
  sentences: Record<string, string>;
  intents: Record<'ok' | 'bye', { reply: string; phrases: string }>;
  words: Record<string, string>;
}

/** English with something else in it. */
function changed(change: (words: File) => unknown): string {
  const words = parse(english) as File;
  change(words);
  return stringify(words);
}

test('the chat speaks thirty languages, and no sentence is there twice', () => {
  expect(languageCodes).toHaveLength(30);
  const all = languageCodes.map((code) => languageIn(code));
  for (const key of ['nearest', 'nothing', 'refusal'] as const) {
    expect(new Set(all.map(({ sentences }) => sentences[key])).size).toBe(30);
  }
});

test('a language is the first that is known, else English', () => {
  expect(languageIn('xx', 'fr', 'de')).toBe(languageIn('fr'));
  expect(languageIn('', 'constructor', '__proto__')).toBe(languageIn('en'));
});

test('a sentence that a language lacks is told in English, an error that it lacks, too', () => {
  const { sentences } = languageIn('en');
  const own = readLanguage(
    changed(({ sentences }) => {
      Reflect.deleteProperty(sentences, 'retry');
      sentences['nearest'] = 'Dies steht hier:';
    }),
    languageIn('en'),
  );
  expect(own.sentences).toEqual({ ...sentences, nearest: 'Dies steht hier:' });
  expect(errorSentence('overloaded', 'de')).toMatch(/^Der Chat/);
  expect(errorSentence('overloaded', 'xx')).toBe(errors.overloaded.message);
  expect(errorSentence('not_found', 'de')).toBe(errors.not_found.message);
});

test.each<[string, string]>([
  ['an unknown sentence', changed(({ sentences }) => Object.assign(sentences, { hello: 'Hi' }))],
  [
    'an unknown intent',
    changed((words) => Object.assign(words.intents, { joke: words.intents.ok })),
  ],
  ['an unknown part', changed((words) => Object.assign(words, { jokes: {} }))],
  ['an intent without phrases', changed(({ intents }) => (intents.ok.phrases = ''))],
  ['a phrase without a letter', changed(({ intents }) => (intents.ok.phrases += '!\n'))],
  ['a sentence that English lacks', english.replace(/^ {2}retry: .*\n/m, '')],
  ['a missing intent', changed(({ intents }) => Reflect.deleteProperty(intents, 'bye'))],
  ['a sentence without its place', english.replace('{title} says:', 'The page says:')],
  ['a place that is no other’s', english.replace('{topic}', '{title}')],
  ['a place in a reply', changed(({ intents }) => (intents.ok.reply = 'Fine, {name}.'))],
  ['a phrase that is there twice', changed(({ intents }) => (intents.ok.phrases += 'HELLO\n'))],
  ['an unknown use of words', changed(({ words }) => (words['verbs'] = 'go'))],
  ['a word that is there twice', changed(({ words }) => (words['titles'] += ' Mr'))],
  ['a broken expression', changed(({ words }) => (words['spelling'] = 'a('))],
  ['a key that is there twice', english.replace('  nothing:', '  says: "{title}:"\n  nothing:')],
])('%s is refused', (_what, yaml) => {
  expect(yaml).not.toBe(english);
  expect(() => readLanguage(yaml)).toThrow();
  expect(() => readLanguage(english)).not.toThrow();
});

test('no expression of a language takes exponential time', () => {
  const found = languageCodes.map((code) => languageIn(code));
  const expressions = found.flatMap(({ words: { spelling = [] }, pages }) => [
    ...[spelling, pages.linkLists, pages.labels, pages.appeals, pages.bylines].flat(),
  ]);
  const attack = (expression = 'a') =>
    new Linter().verify(`${new RegExp(expression, 'iu')};`, {
      plugins: { redos },
      rules: { 'redos/no-vulnerable': ['error', { permittableComplexities: ['polynomial'] }] },
    });
  expect(sampled(expressions).flatMap(attack)).toEqual([]);
  expect(attack('(a+)+b')).toHaveLength(1);
});

const root = new URL('../../', import.meta.url);

/** Files whose letters are no words of a language. */
const exceptions = [
  // The letters of each alphabet, by which encodings are told apart.
  'server/ingestion/read/decode.ts',
  // The instruction that a Chinese model was trained with.
  'server/providers/shared/embedding-models.ts',
  // Letters that are written for others.
  'server/text/fold.ts',
];

/** Returns the letters beyond ASCII, two or more in a row, in the strings and expressions of a program. */
function foreignWords(program: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isText =
      ts.isStringLiteralLike(node) ||
      ts.isRegularExpressionLiteral(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node);
    if (isText) {
      const withoutClasses = node.text.replace(/\[[^\]]*\]/g, '');
      const words = withoutClasses.match(
        /\p{L}*(?![\0-\x7f])\p{L}\p{L}+|\p{L}+(?![\0-\x7f])\p{L}/gu,
      );
      found.push(...(words ?? []));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('', program, ts.ScriptTarget.Latest));
  return found;
}

const files = globSync('server/**/*.ts', { cwd: root.pathname }).filter(
  (path) => !path.endsWith('.test.ts') && !exceptions.includes(path),
);

test('words of languages are in server/language/ only', () => {
  const found = files.flatMap((path) =>
    foreignWords(readFileSync(new URL(path, root), 'utf8')).map((word) => `${path}: ${word}`),
  );
  expect(found).toEqual([]);
  const planted = "/** für */ f('ohne und für', /^где$/u, `überall ${1} [äöü]`)";
  expect(foreignWords(planted)).toEqual(['für', 'где', 'überall']);
});
