import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { mo, po, type Catalogue } from 'gettext-parser';
import { repository } from '../stack/folders.ts';
import { extract } from './extract.ts';

export const domain = 'itih-rag-chat';
export const languagesFolder = join(repository, 'plugin-shim/languages');

function sourceFiles(folder: string): string[] {
  const entries = readdirSync(join(repository, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && /\.(?:php|tsx?)$/.test(entry.name))
    .map((entry) => relative(repository, join(entry.parentPath, entry.name)))
    .filter((path) => !/\/build\/|\/languages\/|\.test\.tsx?$/.test(path))
    .sort();
}

/** Returns every text of the plugin that can be translated. */
export function template(): Catalogue {
  const translations: Catalogue['translations'] = {};
  for (const path of [...sourceFiles('plugin-shim'), ...sourceFiles('admin')]) {
    extract(readFileSync(join(repository, path), 'utf8'), path, translations);
  }
  const headers = {
    'Project-Id-Version': 'Itih RAG Chat',
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Transfer-Encoding': '8bit',
    'X-Domain': domain,
  };
  return { charset: 'utf-8', headers, translations };
}

/** Locales that the plugin brings. */
export const locales = (): string[] =>
  readdirSync(languagesFolder)
    .filter((name) => name.endsWith('.po'))
    .map((name) => name.slice(domain.length + 1, -'.po'.length))
    .sort();

export const readTranslation = (locale: string): Catalogue =>
  po.parse(readFileSync(join(languagesFolder, `${domain}-${locale}.po`)));

/** First file of each script, by the handle under which WordPress loads its translations. */
const scripts = {
  'itih-admin': 'admin/index.tsx',
  'itih-block': 'admin/editor/block.tsx',
  'itih-panel': 'admin/editor/panel.tsx',
};

/** Returns a file and all that it imports of the sources, as paths from the repository. */
function importsOf(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found;
  found.add(path);
  const text = readFileSync(join(repository, path), 'utf8');
  for (const [, target = ''] of text.matchAll(/(?:from|import\()\s{0,9}'(\.[^']+\.tsx?)'/g))
    importsOf(join(dirname(path), target), found);
  return found;
}

/**
 * Returns the texts of a script as `wp.i18n.setLocaleData` takes them.
 * https://developer.wordpress.org/reference/functions/load_script_textdomain/
 */
function scriptTexts(locale: string, entry: string, texts: Catalogue): string {
  const { headers, translations } = readTranslation(locale);
  const files = importsOf(entry);
  const messages: Record<string, unknown> = {
    '': { domain: 'messages', lang: locale, 'plural-forms': headers['Plural-Forms'] },
  };
  for (const [context, group] of Object.entries(texts.translations)) {
    for (const [text, { comments }] of Object.entries(group)) {
      const isUsed = comments?.reference?.split('\n').some((path) => files.has(path));
      const said = translations[context]?.[text]?.msgstr;
      if (isUsed && said) messages[context ? `${context}\u0004${text}` : text] = said;
    }
  }
  return JSON.stringify({ domain: 'messages', locale_data: { messages } });
}

/** Returns the generated files by name: the template for translators, and what WordPress reads. */
export function generatedFiles(): Record<string, Uint8Array> {
  const texts = template();
  const files: Record<string, Uint8Array> = {
    [`${domain}.pot`]: po.compile(texts, { foldLength: 0 }),
  };
  for (const locale of locales()) {
    files[`${domain}-${locale}.mo`] = mo.compile(readTranslation(locale));
    for (const [handle, entry] of Object.entries(scripts))
      files[`${domain}-${locale}-${handle}.json`] = Buffer.from(scriptTexts(locale, entry, texts));
  }
  return files;
}
