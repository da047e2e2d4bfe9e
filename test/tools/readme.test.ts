import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { presets } from '../../server/contract/presets.ts';
import { fileKinds } from '../../server/contract/document-kinds.ts';
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

test('its head is that of the plugin file, and as the directory takes it', () => {
  expect(head.split('\n')[0]).toBe(`=== ${headerOf('Plugin Name')} ===`);
  for (const name of ['Requires at least', 'Requires PHP', 'License', 'License URI']) {
    expect([name, field(name)]).toEqual([name, headerOf(name) ?? 'none']);
  }
  expect(field('Tested up to')).toMatch(/^\d+\.\d$/);
  expect(field('Tags')?.split(', ').length).toBeLessThanOrEqual(5);
  expect(head.split('\n\n')[1]?.trim()).toMatch(/^.{31,150}$/);
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

test('each kind of file that can be read is named', () => {
  const names = Object.values(fileKinds).map(({ name }) => name.replace(/ .*/, ''));
  expect(names.filter((name) => !sections['Description']?.includes(name))).toEqual([]);
});

describe('external services', () => {
  const services = sections['External services'] ?? '';
  const paragraphOf = (name: string) =>
    services.split('\n\n').find((text) => text.split('**')[1]?.includes(name)) ?? '';
  // They are called at an address that the owner enters, by WordPress, or not at all.
  const own = ['builtin', 'local', 'wordpress', 'ollama', 'openai_compatible', 'compatible'];
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

  test.each([
    'The AI of WordPress',
    'Ollama',
    'OpenAI-compatible',
    'MCP servers',
    'Web pages',
    'local model',
    'sidecar',
  ])('it says what is sent to: %s', (name) => {
    expect(paragraphOf(name)).not.toBe('');
  });
});
