import { join } from 'node:path';
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { commentOpening } from './tools/eslint/comment-opening.ts';
import { noVulnerable, recordedVerdicts } from './tools/eslint/no-vulnerable.ts';

const restricted = {
  html: {
    selector: 'MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML)$/]',
    message: 'Build nodes instead: text from models and pages is not markup.',
  },
  env: {
    selector: 'MemberExpression[object.name="process"][property.name="env"]',
    message: 'Only server/config/config.ts reads the environment.',
  },
  lost: {
    selector:
      'ExpressionStatement > CallExpression[callee.object.property.name=/^(resolves|rejects|not)$/]' +
      ':has(MemberExpression[property.name=/^(resolves|rejects)$/])',
    message: 'Wait for it: nobody hears of the failure of a promise that is left alone.',
  },
  built: {
    selector: ':matches(NewExpression, CallExpression)[callee.name="RegExp"]',
    message: 'Write a literal: nothing checks the time that a built expression takes.',
  },
};

/** Beside their source. */
const tests = '**/*.test.{ts,tsx}';

const full = Boolean(process.env.ITIH_TEST_FULL);

/**
 * Text of visitors, models, pages and files meets these expressions. `redos` proves each to be linear or
 * attacks it; its proofs leave out lookarounds, which `regexp` reads. Limits are counts of steps, as a slow
 * machine would make a limit of time a verdict. A full run checks all afresh; others only what is new.
 * https://makenowjust-labs.github.io/recheck/
 */
const linear = {
  plugins: {
    redos: { rules: { 'no-vulnerable': noVulnerable(full ? {} : recordedVerdicts()) } },
    regexp,
  },
  rules: {
    'redos/no-vulnerable': [
      'error',
      {
        ignoreErrors: false,
        timeout: 300_000,
        attackTimeout: null,
        incubationTimeout: null,
        cache: full && { strategy: 'aggressive' },
      },
    ],
    'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
    'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
  },
};

export default defineConfig(
  { ignores: ['**/node_modules/', 'plugin-shim/build/', '.cache/', 'coverage/', 'dist/'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommended],
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-restricted-syntax': ['error', restricted.html, restricted.env, restricted.built],
      'max-lines': ['error', { max: 600 }],
    },
  },
  {
    // Rules that know types take most of the time: they look at what is shipped.
    files: ['{server,admin,widget}/**/*.{ts,tsx}'],
    ignores: [tests],
    extends: [tseslint.configs.recommendedTypeCheckedOnly],
    languageOptions: {
      parserOptions: { project: join(import.meta.dirname, 'tools/eslint/tsconfig.json') },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    },
  },
  {
    files: ['{server,admin,widget,tools,bench,test,examples}/**/*.{ts,tsx,mjs,js}'],
    plugins: { local: { rules: { 'comment-opening': commentOpening } } },
    rules: { 'local/comment-opening': 'error' },
  },
  {
    files: ['{server,admin,widget}/**/*.{ts,tsx}'],
    // At most five files. A longer function is split by idea, or becomes a class.
    ignores: [
      tests,
      'admin/components/combobox.tsx',
      'widget/conversation.ts',
      'widget/parse-markdown.ts',
      'widget/markdown-inline.ts',
      'widget/view/panel.ts',
    ],
    rules: { 'max-lines-per-function': ['error', { max: 100 }] },
  },
  { files: ['{server,admin,widget,plugin-shim}/**'], ignores: [tests], ...linear },
  {
    files: ['server/config/config.ts'],
    rules: { 'no-restricted-syntax': ['error', restricted.html, restricted.built] },
  },
  {
    files: ['test/**', 'tools/**', 'bench/**', 'examples/**', tests],
    rules: { 'no-restricted-syntax': ['error', restricted.html, restricted.lost] },
  },
  {
    files: ['**/*.{js,cjs,mjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        module: 'writable',
        require: 'readonly',
        __dirname: 'readonly',
      },
    },
  },
  // Of a page; the compiler knows the names of browsers.
  { files: ['examples/**/*.js'], rules: { 'no-undef': 'off' } },
);
