import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { presets } from '../../server/contract/presets.ts';
import { providers } from '../../server/contract/providers.ts';

/** The rules of wordpress.org for readme.txt: https://wordpress.org/plugins/readme/ */
const readme = readFileSync('readme.txt', 'utf8');
const plugin = readFileSync('plugin-shim/itih-rag-chat.php', 'utf8');
const [head = '', ...parts] = readme.split(/^== (?=.* ==$)/m);
const sections = Object.fromEntries(
  parts.map((part) => {
    const [title = '', ...lines] = part.split('\n');
    return [title.replace(' ==', ''), lines.join('\n').trim()];
  }),
);
const field = (name: string) =>
  head
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2);
const headerOf = (name: string) =>
  plugin
    .split('\n')
    .find((line) => line.startsWith(` * ${name}:`))
    ?.slice(` * ${name}:`.length)
    .trim();

test('the title is the name of the plugin', () => {
  expect(head.split('\n')[0]).toBe(`=== ${headerOf('Plugin Name')} ===`);
});

test.each(['Requires at least', 'Requires PHP', 'License', 'License URI'])(
  '%s is the same in the plugin file',
  (name) => {
    expect(field(name)).toBeDefined();
    expect(field(name)).toBe(headerOf(name));
  },
);

test('it has been tested up to a version without a patch level', () => {
  expect(field('Tested up to')).toMatch(/^\d+\.\d$/);
});

test('five tags at most are shown', () => {
  expect(field('Tags')?.split(', ').length).toBeLessThanOrEqual(5);
});

test('the short description is one line of at most 150 characters', () => {
  const short = head.split('\n\n')[1]?.trim() ?? '';
  expect(short).not.toContain('\n');
  expect(short.length).toBeGreaterThan(30);
  expect(short.length).toBeLessThanOrEqual(150);
});

test('it has the sections of the directory', () => {
  expect(Object.keys(sections)).toEqual([
    'Description',
    'Installation',
    'Frequently Asked Questions',
    'Screenshots',
    'External services',
    'Source code',
    'Changelog',
    'Upgrade Notice',
  ]);
});

test('each notice is at most 300 characters long', () => {
  const notices = (sections['Upgrade Notice'] ?? '').split(/^= .* =$/m).slice(1);
  expect(notices.length).toBeGreaterThan(0);
  for (const notice of notices) expect(notice.trim().length).toBeLessThanOrEqual(300);
});

test('each screenshot has its picture, and each picture its sentence', () => {
  const numbers = [...(sections['Screenshots'] ?? '').matchAll(/^(\d+)\. /gm)].map(([, n]) => n);
  for (const number of numbers) {
    expect(existsSync(`.wordpress-org/screenshot-${number}.png`)).toBe(true);
  }
  expect(existsSync(`.wordpress-org/screenshot-${numbers.length + 1}.png`)).toBe(false);
});

describe('external services', () => {
  const services = sections['External services'] ?? '';
  const paragraphOf = (name: string) =>
    services.split('\n\n').find((text) => text.split('**')[1]?.includes(name)) ?? '';
  // They are called at an address that the owner enters, or not at all.
  const own = ['builtin', 'local', 'ollama', 'openai_compatible', 'compatible'];
  const vendors = [
    ...Object.entries(providers).filter(([id]) => !own.includes(id)),
    ...Object.entries(presets).filter(([, { address }]) => address.startsWith('https:')),
  ].map(([, { label, address }]) => [label, address] as const);

  test.each(vendors)(
    '%s is named, with its host, its terms and its privacy policy',
    (label, address) => {
      const text = paragraphOf(label);
      if (address) {
        const { hostname } = new URL(address.replace(/\{[^}]*\}/g, 'x'));
        expect(text).toContain(hostname);
      }
      expect(text.toLowerCase()).toMatch(/terms|agreement/);
      expect(text).toMatch(/\[[^\]]*privacy[^\]]*\]\(https:/i);
    },
  );

  test.each(['Ollama', 'OpenAI-compatible', 'MCP servers', 'Web pages', 'local model', 'sidecar'])(
    'it says what is sent to: %s',
    (name) => {
      expect(paragraphOf(name)).not.toBe('');
    },
  );
});
