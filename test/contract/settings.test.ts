import { describe, expect, test } from '@jest/globals';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';
import { groups, settings, settingsPatch } from '../../server/contract/settings.ts';

describe('defaults', () => {
  test.each(Object.keys(groups) as (keyof typeof groups)[])('%s is valid', (group) => {
    expect(groups[group].parse(settingsDefaults[group])).toEqual(settingsDefaults[group]);
  });

  test('are all there is', () => {
    expect(settings.parse(settingsDefaults)).toEqual(settingsDefaults);
  });

  test('need no key and no other server', () => {
    expect(settingsDefaults.llm.provider).toBe('builtin');
    expect(settingsDefaults.embeddings.provider).toBe('local');
  });
});

const refused: [string, unknown][] = [
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
  ['a colour name', { appearance: { colors: { primary: 'red' } } }],
  ['a colour that is a rule', { appearance: { colors: { primary: '#fff;x:y' } } }],
  ['a colour of nothing', { appearance: { colors: { border: '#ffffff' } } }],
  ['a masked secret', { llm: { openai: { api_key: { set: true, last4: 'abcd' } } } }],
  ['a post type that is SQL', { indexing: { post_types: ["post' OR 1"] } }],
  ['a chat outside the window', { appearance: { offset_x: -1 } }],
  ['half of a pixel', { appearance: { offset_y: 0.5 } }],
  ['an audience that nobody belongs to', { general: { audience: 'nobody' } }],
  ['a post without a number', { general: { show_ids: ['about'] } }],
  ['null for a value', { general: { widget_enabled: null } }],
];

const accepted: [string, unknown][] = [
  ['nothing', {}],
  ['one value', { chat: { top_k: 8 } }],
  ['one value of a connection', { llm: { openai: { api_key: 'new' } } }],
  ['the end of a secret', { llm: { openai: { api_key: '' } } }],
  ['one colour', { appearance: { colors: { primary: '#ABCDEF' } } }],
  ['the vendor’s own address', { llm: { openai: { base_url: '' } } }],
  ['everything', settingsDefaults],
];

describe('a patch', () => {
  test.each(refused)('with %s is refused', (_case, patch) => {
    expect(settingsPatch.safeParse(patch).success).toBe(false);
  });

  test.each(accepted)('with %s is taken as it is', (_case, patch) => {
    expect(settingsPatch.parse(patch)).toEqual(patch);
  });
});

test('a model may be named by the path of its file, also one of many folders', () => {
  const model = `/srv/${'models/'.repeat(60)}tiny.gguf`;
  const traits = [{ model: `openai_compatible:${model}`, context: 4096 }];
  const patch = { llm: { traits, openai_compatible: { model } } };
  expect(settingsPatch.parse(patch)).toEqual(patch);
});
