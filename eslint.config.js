import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

const restricted = {
  html: {
    selector: 'MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML)$/]',
    message: 'Build nodes instead: text from models and pages is not markup.',
  },
  env: {
    selector: 'MemberExpression[object.name="process"][property.name="env"]',
    message: 'Only server/config.ts reads the environment.',
  },
};

export default defineConfig(
  { ignores: ['**/node_modules/', 'plugin-shim/build/', '.cache/', 'coverage/'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      'no-restricted-syntax': ['error', restricted.html, restricted.env],
      'max-lines': ['error', { max: 400 }],
    },
  },
  { files: ['server/config.ts'], rules: { 'no-restricted-syntax': ['error', restricted.html] } },
  {
    files: ['test/**', 'tools/**', 'bench/**'],
    rules: {
      'no-restricted-syntax': ['error', restricted.html],
      'max-lines': ['error', { max: 500 }],
    },
  },
  {
    files: ['**/*.{js,cjs,mjs}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        module: 'writable',
        require: 'readonly',
      },
    },
  },
);
