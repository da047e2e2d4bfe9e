import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
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

/** Returns the generated files by name: the template for translators, and what WordPress reads. */
export function generatedFiles(): Record<string, Uint8Array> {
  const compiled = locales().map((locale) => [
    `${domain}-${locale}.mo`,
    mo.compile(readTranslation(locale)),
  ]);
  return {
    [`${domain}.pot`]: po.compile(template(), { foldLength: 0 }),
    ...(Object.fromEntries(compiled) as Record<string, Uint8Array>),
  };
}
