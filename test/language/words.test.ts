import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import ts from 'typescript';

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
