import { globSync, readFileSync } from 'node:fs';
import { marked, type Token, type Tokens } from 'marked';

interface Kinds {
  code: Tokens.Code;
  codespan: Tokens.Codespan;
  heading: Tokens.Heading;
  link: Tokens.Link;
  table: Tokens.Table;
}

const root = new URL('../../', import.meta.url);

/** Every page of the documentation, relative to the project. */
export const pages = globSync(['*.md', 'bench/*.md', 'docs/**/*.md'], { cwd: root }).sort();

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
