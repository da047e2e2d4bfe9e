import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { errorBody, errors, type ErrorCode } from '../../server/contract/errors.ts';
import { providers, type Provider } from '../../server/contract/providers.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import {
  colorNames,
  settings,
  settingsPatch,
  type ColorName,
} from '../../server/contract/settings.ts';
import { themes } from '../../server/contract/themes.ts';
import { AppError, toAppError } from '../../server/errors/app-error.ts';
import { generatedFiles } from '../../tools/contract.ts';

const files = generatedFiles();

test.each(Object.keys(files))('%s is of this build (else: npm run contract)', (path) => {
  const file = new URL(`../../${path}`, import.meta.url);
  expect(readFileSync(file, 'utf8')).toBe(files[path]);
});

test('the shim is told of no route that only it may call', () => {
  const json = files['plugin-shim/contract.json'] ?? '';
  const { routes } = JSON.parse(json) as { routes: { path: string; auth: string }[] };
  expect(routes.map(({ auth }) => auth)).not.toContain('system');
  expect(routes.map(({ path }) => path)).not.toContain('/events');
});

test('the address of a provider is one that paths can follow', () => {
  for (const { address } of Object.values<Provider>(providers)) {
    if (address) expect(new URL(address).href.replace(/\/$/, '')).toBe(address);
  }
});

describe('an error', () => {
  test.each(Object.keys(errors) as ErrorCode[])('%s is a sentence in WordPress’ shape', (code) => {
    const body = new AppError(code, { cause: new Error('password is 1234') }).toBody();
    expect(errorBody.parse(body)).toEqual(body);
    expect(body).toMatchObject({ code, data: { status: errors[code].status } });
    expect(body.message).toMatch(/^[A-Z].*\.$/);
    expect(JSON.stringify(body)).not.toContain('1234');
  });

  const thrown = (message: string, fields: object) => Object.assign(new Error(message), fields);
  test.each<[string, unknown, ErrorCode]>([
    ['a programming error', new TypeError('x is undefined'), 'internal_error'],
    ['a refused connection', thrown('no', { code: 'ECONNREFUSED' }), 'sidecar_unavailable'],
    ['a lost connection', thrown('lost', { fatal: true }), 'sidecar_unavailable'],
    ['an SQL error', thrown('x', { code: 'ER_PARSE_ERROR', fatal: false }), 'internal_error'],
    ['text', 'thrown text', 'internal_error'],
    ['nothing', undefined, 'internal_error'],
  ])('that is %s says nothing of itself to a client', (_case, error, code) => {
    const known = toAppError(error);
    expect([known.code, known.cause]).toEqual([code, error]);
    expect(known.message).toBe(new AppError(code).message);
  });

  test('tells fields, and when to come back', () => {
    const fields = { message: 'Too short' };
    const wrong = new AppError('invalid_request', { fields });
    expect(wrong.toBody().data).toEqual({ status: 400, fields });
    const limited = new AppError('rate_limited', { retryAfter: 7 });
    expect(limited.toBody().data).toEqual({ status: 429, retry_after: 7 });
  });
});

describe('settings', () => {
  test('have valid defaults, which need no key and no other server', () => {
    expect(settings.parse(settingsDefaults)).toEqual(settingsDefaults);
    expect(settingsDefaults.llm.provider).toBe('builtin');
    expect(settingsDefaults.embeddings.provider).toBe('local');
  });

  test.each<[string, unknown]>([
    ['an unknown group', { colour: {} }],
    ['an unknown key', { chat: { temprature: 1 } }],
    ['an unknown provider', { llm: { provider: 'somebody' } }],
    ['an unknown key of a connection', { llm: { openai: { apikey: 'x' } } }],
    ['a connection of another group', { embeddings: { groq: { api_key: 'x' } } }],
    ['a number as text', { chat: { top_k: '5' } }],
    ['a number out of range', { chat: { temperature: 2.1 } }],
    ['half a passage', { chat: { top_k: 1.5 } }],
    ['no number at all', { chat: { min_score: Number.NaN } }],
    ['an address without protocol', { llm: { ollama: { base_url: 'localhost:11434' } } }],
    ['an address of another protocol', { llm: { ollama: { base_url: 'file:///etc/passwd' } } }],
    ['a colour that is a rule', { appearance: { colors: { primary: '#fff;x:y' } } }],
    ['a colour of nothing', { appearance: { colors: { border: '#ffffff' } } }],
    ['a masked secret', { llm: { openai: { api_key: { set: true, last4: 'abcd' } } } }],
    ['a post type that is SQL', { indexing: { post_types: ["post' OR 1"] } }],
    ['a post without a number', { general: { show_ids: ['about'] } }],
    ['null for a value', { general: { widget_enabled: null } }],
  ])('refuse a patch with %s', (_case, patch) => {
    expect(settingsPatch.safeParse(patch).success).toBe(false);
  });

  // Some servers call a model by the path of its file, also one of many folders.
  const model = `/srv/${'models/'.repeat(60)}tiny.gguf`;
  const traits = [{ model: `openai_compatible:${model}`, context: 4096 }];

  test.each<[string, unknown]>([
    ['nothing', {}],
    ['one value', { chat: { top_k: 8 } }],
    ['the end of a secret', { llm: { openai: { api_key: '' } } }],
    ['one colour', { appearance: { colors: { primary: '#ABCDEF' } } }],
    ['the vendor’s own address', { llm: { openai: { base_url: '' } } }],
    ['a path for a model', { llm: { traits, openai_compatible: { model } } }],
    ['everything', settingsDefaults],
  ])('take a patch with %s as it is', (_case, patch) => {
    expect(settingsPatch.parse(patch)).toEqual(patch);
  });
});

describe.each(Object.entries(themes))('theme %s', (_name, theme) => {
  /** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
  function luminance(color: string): number {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
      const share = Number.parseInt(color.slice(start, start + 2), 16) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  /** WCAG 2.2 AA: 4.5 for text (1.4.3), 3 for what is not text (1.4.11). */
  test.each<[ColorName, ColorName, number]>([
    ['header_text', 'header_bg', 4.5],
    ['text', 'bg', 4.5],
    ['user_text', 'user_bubble', 4.5],
    ['bot_text', 'bot_bubble', 4.5],
    ['primary', 'bg', 4.5],
    ['primary', 'bot_bubble', 4.5],
    ['launcher_icon', 'launcher', 3],
  ])('%s can be read on %s', (front, back, least) => {
    const pair = [theme[front], theme[back]].map(luminance).sort((a, b) => a - b);
    const [dark = 0, bright = 0] = pair;
    expect((bright + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(least);
  });

  test('has every colour, as the settings take them', () => {
    expect(Object.keys(theme).sort()).toEqual([...colorNames].sort());
    for (const color of Object.values(theme)) expect(color).toMatch(/^#[0-9a-f]{6}$/);
  });
});
