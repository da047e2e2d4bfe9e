import { parse } from 'yaml';
import { z } from 'zod';

const yamlMatter = /^---[ \t]*\n([^]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/;
const tomlMatter = /^\+\+\+[ \t]*\n([^]*?)\n\+\+\+[ \t]*(?:\n|$)/;
/** Characters. What is longer is no front matter. */
const longest = 20_000;

const text = z.string().catch('');
const fields = z.looseObject({ title: text, lang: text, language: text, locale: text });

export interface FrontMatter {
  title: string;
  /** BCP 47; empty when not said. */
  language: string;
  /** What stands behind it. */
  body: string;
}

function languageOf(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag.replace('_', '-'))[0] ?? '';
  } catch {
    return '';
  }
}

function fromYaml(source: string): unknown {
  try {
    return parse(source, { schema: 'failsafe', maxAliasCount: 10, logLevel: 'error' });
  } catch {
    return null;
  }
}

/** `name = "value"` of the first table; nothing else is asked for. */
const fromToml = (source: string): Record<string, string> =>
  Object.fromEntries(
    [...source.matchAll(/^[ \t]*(\w+)[ \t]*=[ \t]*(?:"([^"\n]*)"|'([^'\n]*)')/gm)].map(
      ([, name = '', double, single]) => [name, double ?? single ?? ''],
    ),
  );

/** What the head of a Markdown file says of it; null when it has no such head. */
export function frontMatter(source: string): FrontMatter | null {
  const head = source.slice(0, longest);
  const yaml = yamlMatter.exec(head);
  const matter = yaml ?? tomlMatter.exec(head);
  if (!matter) return null;
  const [whole, inner = ''] = matter;
  const read = fields.safeParse(yaml ? fromYaml(inner) : fromToml(inner));
  if (!read.success) return null;
  const { title, lang, language, locale } = read.data;
  return {
    title: title.trim(),
    language: languageOf(lang || language || locale),
    body: source.slice(whole.length),
  };
}
