import { globSync, readFileSync } from 'node:fs';
import { marked, type Token, type Tokens } from 'marked';

interface Kinds {
  code: Tokens.Code;
  codespan: Tokens.Codespan;
  em: Tokens.Em;
  heading: Tokens.Heading;
  link: Tokens.Link;
  table: Tokens.Table;
}

const root = new URL('../../', import.meta.url);

/** Every page of the documentation, relative to the project. */
export const pages = globSync(['*.md', '{bench,examples}/*.md', 'docs/**/*.md'], {
  cwd: root,
}).sort();

export const textOf = (file: string) => readFileSync(new URL(file, root), 'utf8');

/** All tokens of one type on a page, also of those within others. */
export function tokensOf<Type extends keyof Kinds>(file: string, type: Type): Kinds[Type][] {
  const found: Token[] = [];
  void marked.walkTokens(marked.lexer(textOf(file)), (token) => {
    if (token.type === type) found.push(token);
  });
  return found as Kinds[Type][];
}

/** Returns the name by which GitHub links a heading. */
const anchorOf = ({ tokens }: Tokens.Heading): string => {
  const words = tokens.map((token) => ('text' in token ? String(token.text) : token.raw)).join('');
  const kept = [...words.toLowerCase()].filter((character) => /[\p{L}\p{N}_ -]/u.test(character));
  return kept.join('').replaceAll(' ', '-');
};

export const anchorsOf = (file: string) => tokensOf(file, 'heading').map(anchorOf);

/** Texts in code marks of a cell, or its whole text where there are none. */
const wordsOf = ({ tokens, text }: Tokens.TableCell): string[] => {
  const codes = tokens.filter((token): token is Tokens.Codespan => token.type === 'codespan');
  if (codes.length > 0) return codes.map((code) => code.text);
  return text ? [text] : [];
};

const rowsOf = ({ rows }: Tokens.Table) => rows.map((row) => row.map(wordsOf));

/** The rows of the table whose first column has this heading, with the words of each cell. */
export function tableOf(file: string, heading: string): string[][][] {
  const found = tokensOf(file, 'table').find(({ header }) => header[0]?.text === heading);
  if (!found) throw new Error(`${file} has no table with the heading ${heading}`);
  return rowsOf(found);
}

/** The rows of the first table below this heading, with the words of each cell. */
export function tableBelow(file: string, heading: string): string[][][] {
  const tokens: Token[] = marked.lexer(textOf(file));
  const start = tokens.findIndex((token) => token.type === 'heading' && token['text'] === heading);
  const found = tokens.slice(start + 1).find(({ type }) => type === 'heading' || type === 'table');
  if (start < 0 || found?.type !== 'table') throw new Error(`${file}: no table below ${heading}`);
  return rowsOf(found as Tokens.Table);
}

/** Code in this language by the name in the comment before it; no example may be without one. */
export function examplesOf(file: string, language: string): Map<string, string> {
  const found = new Map<string, string>();
  let name = '';
  for (const token of marked.lexer(textOf(file))) {
    if (token.type === 'html') name = token.raw.replace('<!--', '').replace('-->', '').trim();
    if (token.type !== 'code' || token['lang'] !== language) continue;
    if (!name || found.has(name)) throw new Error(`An example of ${file} has no name of its own`);
    found.set(name, String(token['text']));
    name = '';
  }
  return found;
}
