/** The fields that a line of the log may have, apart from its sentence. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import ts from 'typescript';

/** Numbers, names of parts of the program, and errors, which `logged-error.ts` cleans. Never a text of a visitor. */
const allowed = new Set(
  (
    'err code reason method path status ms scope task removed host port publicPort version ' +
    'document documents answerId server tools kept offered ' +
    'finish firstToken total model next queries candidates passages tokens tool ok counter unit count'
  ).split(' '),
);
/** Objects that are logged whole: their fields are the numbers that a typed function returns. */
const whole = new Set(['swept', 'about', 'changes', 'sum']);

const server = join(import.meta.dirname, '../../server');
const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((path) => /(?<!\.test)\.ts$/.test(path))
  .map((path) => join(server, path));

/** Returns the first arguments of all calls such as `log.warn(…)`. */
function loggedBy(path: string): ts.Expression[] {
  const source = ts.createSourceFile(
    path,
    readFileSync(path, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const { expression: called, arguments: given } = node;
      const isLevel = ts.isPropertyAccessExpression(called)
        ? /^(trace|debug|info|warn|error|fatal)$/.test(called.name.text)
        : ts.isElementAccessExpression(called);
      const log = isLevel ? (called as ts.PropertyAccessExpression).expression.getText() : '';
      if (given[0] && /(^|[.#])log$/i.test(log)) found.push(given[0]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function unknownFields(logged: ts.Expression): string[] {
  if (ts.isStringLiteralLike(logged) || ts.isTemplateExpression(logged)) return [];
  if (ts.isIdentifier(logged)) {
    return whole.has(logged.text) || /^(message|notice)$/.test(logged.text) ? [] : [logged.text];
  }
  if (!ts.isObjectLiteralExpression(logged)) return [logged.getText()];
  return logged.properties.flatMap((property) => {
    if (ts.isSpreadAssignment(property)) return unknownFields(property.expression);
    const name = property.name?.getText() ?? '';
    return allowed.has(name) ? [] : [name];
  });
}

test('every field of the log is one of a few', () => {
  const logged = sources.flatMap((path) => loggedBy(path).map((one) => ({ path, one })));
  expect(logged.length).toBeGreaterThan(50);
  const unknown = logged.flatMap(({ path, one }) =>
    unknownFields(one).map((name) => `${path.slice(server.length + 1)}: ${name}`),
  );
  expect(unknown).toEqual([]);
});
