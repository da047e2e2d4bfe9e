import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from '@jest/globals';

const root = new URL('../../', import.meta.url);
const sources = globSync('{server,admin,widget,test,tools,bench,examples}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (path) => path.includes('node_modules'),
}).sort();
const text = (file: string) => readFileSync(new URL(file, root), 'utf8');
const those = (wrong: (file: string) => boolean, of = sources) => of.filter(wrong);
const server = sources.filter((file) => /^server\/.*(?<!\.test)\.ts$/.test(file));

describe('a reader finds the way:', () => {
  test('files are named in kebab-case, after what they hold', () => {
    expect(server.length).toBeGreaterThan(50);
    expect(those((file) => !/^[a-z0-9]+([-.][a-z0-9]+)*\.tsx?$/.test(basename(file)))).toEqual([]);
  });

  test('no folder is a drawer for everything', () => {
    expect(
      those((file) => /\/(utils?|helpers?|common|types|services|misc|lib)\//.test(file)),
    ).toEqual([]);
  });

  test('no file only passes on what others export', () => {
    const barrel = (file: string) => {
      const statements = text(file).match(
        /^(export|import|const|function|class|interface|type)\b.*/gm,
      );
      return !!statements && statements.every((line) => /^export\b.*\bfrom '/.test(line));
    };
    expect(those(barrel)).toEqual([]);
  });

  test('code that is to be written stays out', () => {
    const note = /\b(TODO|FIXME|XXX|HACK)\b/;
    const self = basename(import.meta.url);
    expect(those((file) => note.test(text(file)) && basename(file) !== self)).toEqual([]);
  });
});

describe('one place each:', () => {
  const only = (pattern: RegExp, allowed: RegExp) =>
    those((file) => pattern.test(text(file)) && !allowed.test(file), server);

  test('a process ends itself', () => {
    expect(
      only(
        /\bprocess\.(exit|kill)\b/,
        /^server\/(cli|ingestion\/read\/reader-(?:program|watch))\.ts$/,
      ),
    ).toEqual([]);
  });

  test('something is written to the console', () => {
    expect(only(/\bconsole\.\w+\(/, /^server\/(cli|cli\/\w+|contract\/generate)\.ts$/)).toEqual([]);
  });

  test('SQL text is run as it stands', () => {
    expect(only(/\bsql\.raw\b/, /^server\/storage\/(database|migrate)\.ts$/)).toEqual([]);
  });

  test('the wall clock is chosen: elsewhere it is handed in', () => {
    const allowed =
      /^server\/(main|cli\/service)\.ts$|^server\/(composition|providers)\/|^server\/wordpress\/bridge\.ts$/;
    expect(only(/\bDate\.now\b/, allowed)).toEqual([]);
  });
});

describe('both databases have the same', () => {
  const files = (dialect: string) => globSync(`sql/${dialect}/*.sql`, { cwd: root }).sort();
  const names = (dialect: string) => files(dialect).map((file) => basename(file));

  test('migrations, numbered without a gap', () => {
    expect(names('mysql')).toEqual(names('sqlite'));
    const numbers = names('mysql').map((name) => Number.parseInt(name, 10));
    expect(numbers).toEqual(numbers.map((_number, index) => index + 1));
  });

  test('tables and columns', () => {
    const tables = (dialect: string) =>
      files(dialect)
        .flatMap((file) => [
          ...text(file).matchAll(/CREATE TABLE IF NOT EXISTS \S+rag_(\w+)\S* \(([\s\S]*?)\n\)/g),
        ])
        .map(([, table, body = '']) => [
          table,
          [...body.matchAll(/^ {2}([a-z_]+) [A-Z]/gm)].map(([, column]) => column),
        ]);
    expect(tables('mysql')).toEqual(tables('sqlite'));
    expect(tables('mysql')).toHaveLength(13);
  });
});
