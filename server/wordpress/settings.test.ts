import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { settingsDefaults } from '../contract/settings-defaults.ts';
import {
  settings as settingsSchema,
  type Settings,
  type SettingsPatch,
} from '../contract/settings.ts';
import type { AppError } from '../errors/app-error.ts';
import { Secrets } from '../secrets/secrets.ts';
import { createLog } from '../runtime/log.ts';
import type { GivenKeys } from '../config/config.ts';
import type { Bridge } from './bridge.ts';
import {
  maskSettings,
  normaliseSettings,
  requireUnchanged,
  revisionOf,
  SettingsStore,
} from './settings.ts';
import { openConnectorKeys } from './settings-secrets.ts';

/** Not a key: long enough to be one. */
const apiKey = 'example-key-0123456789';
const connection = settingsDefaults.llm.openai;
const given = (key: string, baseUrl = '') => ({ key, baseUrl, by: 'config' as const });

describe('stored settings', () => {
  const cases: [string, Record<string, unknown>, object][] = [
    ['nothing', {}, {}],
    ['one value', { chat: { top_k: 8 } }, { chat: { top_k: 8 } }],
    [
      'a value out of range',
      { chat: { top_k: 999, temperature: 1 } },
      { chat: { top_k: 5, temperature: 1 } },
    ],
    [
      'a value of another type',
      { general: { widget_enabled: 'yes' } },
      { general: { widget_enabled: false } },
    ],
    ['a value of another version', { chat: { future: 1, top_k: 8 } }, { chat: { top_k: 8 } }],
    [
      'a list, taken whole',
      { indexing: { post_types: ['book'] } },
      { indexing: { post_types: ['book'] } },
    ],
    ['a provider that is gone', { llm: { provider: 'gone' } }, { llm: { provider: 'builtin' } }],
    [
      'a broken value beside a key',
      { llm: { openai: { api_key: apiKey, base_url: 'not an address' } } },
      { llm: { openai: { ...connection, api_key: apiKey } } },
    ],
  ];

  test.each(cases)('with %s are complete and valid', (_case, stored, expected) => {
    const settings = normaliseSettings(stored);
    expect(settingsSchema.parse(settings)).toEqual(settings);
    expect(settings).toMatchObject(expected);
    expect(normaliseSettings(settings)).toEqual(settings);
  });
});

describe('a browser', () => {
  const shown = (api_key: string) =>
    maskSettings(normaliseSettings({ llm: { openai: { api_key } } }), {});

  test('is shown everything but the secrets, and the end of those that are long', () => {
    const masked = shown(apiKey);
    expect(masked).toMatchObject({
      chat: settingsDefaults.chat,
      llm: {
        openai: { api_key: { set: true, last4: '6789' } },
        groq: { api_key: { set: false, last4: '' } },
      },
      vector_store: { api_token: { set: false, last4: '' } },
    });
    expect(JSON.stringify(masked)).not.toContain(apiKey);
    expect(shown('abcdefgh')).toMatchObject({ llm: { openai: { api_key: { last4: '' } } } });
  });

  test('is shown which keys are given from outside', () => {
    const keys = { groq: given('key'), openai: given('key') };
    const { llm, embeddings } = maskSettings(settingsDefaults, keys);
    expect(llm).toMatchObject({
      openai: { api_key: { given: 'config' } },
      groq: { api_key: { given: 'config' } },
      ollama: { api_key: { set: false, last4: '' } },
    });
    expect(embeddings).toMatchObject({ openai: { api_key: { given: 'config' } } });
    expect(embeddings).not.toHaveProperty('groq');
  });
});

describe('keys of WordPress’ connectors', () => {
  const secret = 'a'.repeat(64);
  const seal = (connector: string) => new Secrets(secret).seal('key-1', `connector ${connector}`);
  const key = { key: 'key-1', baseUrl: '', by: 'connectors' };

  test.each([
    ['known vendors', { openai: seal('openai'), google: seal('google') }, secret],
    ['another vendor', { akismet: seal('akismet') }, secret],
    ['another connector', { anthropic: seal('openai') }, secret],
    ['another secret', { openai: seal('openai') }, 'b'.repeat(64)],
  ])('of %s are opened if they are meant', (name, sealed, material) => {
    const expected = name === 'known vendors' ? { openai: key, gemini: key } : {};
    expect(openConnectorKeys(sealed, material)).toEqual(expected);
  });
});

describe('a revision', () => {
  const before = revisionOf(settingsDefaults);
  const byOther: Settings = structuredClone(settingsDefaults);
  byOther.chat.top_k = 9;
  byOther.llm.openai.model = 'small-1';
  byOther.appearance.colors = { bg: '#000000' };
  const refusedFields = (patch: SettingsPatch, revision = before, now = byOther): string[] => {
    try {
      requireUnchanged(patch, revision, now);
      return [];
    } catch (error) {
      const { code, status, fields } = error as AppError;
      expect([code, status]).toEqual(['conflict', 409]);
      return Object.keys(fields ?? {});
    }
  };

  test.each<[SettingsPatch, string[]]>([
    [{ chat: { top_k: 9 } }, ['chat.top_k']],
    [{ appearance: { colors: { text: '#ffffff' } } }, ['appearance.colors']],
    [
      { chat: { top_k: 7 }, llm: { openai: { model: 'large-1' } } },
      ['chat.top_k', 'llm.openai.model'],
    ],
    [{}, []],
    [{ llm: { openai: { base_url: '' }, provider: 'openai' } }, []],
  ])('refuses of %j the settings that another save has changed', (patch, paths) => {
    expect(refusedFields(patch)).toEqual(paths);
  });

  test('is read up to the dot, and that of another program refuses every setting', () => {
    const patch = { chat: { tone: '' as const } };
    expect(refusedFields(patch, `${before}.a1b2c3`)).toEqual([]);
    expect(refusedFields({ chat: { top_k: 7 } }, '.a1b2c3')).toEqual([]);
    expect(refusedFields(patch, before.slice(5), settingsDefaults)).toEqual(['chat.tone']);
  });
});

describe('the store', () => {
  const material = randomBytes(32).toString('hex');
  const log = createLog('silent');
  let now: number;
  /** The option as WordPress has it. */
  let option: Record<string, unknown>;
  let read: jest.Mock<() => Promise<unknown>>;
  let write: jest.Mock<(settings: Record<string, unknown>) => Promise<void>>;
  let logged: jest.Mock;
  let store: SettingsStore;
  const open = (givenKeys: GivenKeys = {}, secrets = new Secrets(material)) =>
    new SettingsStore({
      bridge: { settings: read, storeSettings: write } as unknown as Bridge,
      secrets,
      givenKeys,
      clock: () => now,
      log: Object.assign(Object.create(log) as typeof log, { error: logged, warn: logged }),
    });
  beforeEach(() => {
    now = 0;
    option = {};
    read = jest.fn(() => Promise.resolve({ settings: structuredClone(option) }));
    write = jest.fn((settings) => {
      option = structuredClone(settings);
      return Promise.resolve();
    });
    logged = jest.fn();
    store = open();
  });
  const topK = async () => (await store.get()).chat.top_k;
  const settled = () => new Promise(setImmediate);

  test('puts keys of the environment before stored ones, and does not store them', async () => {
    await store.update({ llm: { openai: { api_key: apiKey } } });
    const outside = open({ openai: given('given-key'), groq: given('other-key') });
    const { llm, embeddings } = await outside.get();
    expect([llm.openai.api_key, llm.groq.api_key, llm.anthropic.api_key]).toEqual([
      'given-key',
      'other-key',
      '',
    ]);
    expect(embeddings.openai.api_key).toBe('given-key');
    await outside.update({ chat: { top_k: 7 } });
    expect((await outside.get()).llm.openai.api_key).toBe('given-key');
    expect((await open().get()).llm.openai.api_key).toBe(apiKey);
  });

  describe('keeps secrets', () => {
    test('as ciphertext, and reads them again, also in another process', async () => {
      await store.update({
        llm: { openai: { api_key: apiKey } },
        vector_store: { api_token: apiKey },
      });
      expect(JSON.stringify(option)).not.toContain(apiKey);
      const { llm, vector_store } = await open().get();
      expect([llm.openai.api_key, vector_store.api_token]).toEqual([apiKey, apiKey]);
    });

    test('until they are removed', async () => {
      await store.update({ llm: { openai: { api_key: apiKey } } });
      await store.update({ llm: { openai: { api_key: '' } } });
      expect(option).toEqual({ llm: { openai: { api_key: '' } } });
    });

    test('that another key made as not set, and says so in the log', async () => {
      await store.update({ llm: { provider: 'openai', openai: { api_key: apiKey } } });
      const { llm } = await open({}, new Secrets(randomBytes(32).toString('hex'))).get();
      expect(llm).toMatchObject({ provider: 'openai', openai: { api_key: '' } });
      expect(logged).toHaveBeenCalledTimes(1);
    });

    test.each([
      ['changed', (text: string) => text.slice(0, -4) + 'AAA='],
      ['cut', () => 'enc:2:AAAA'],
    ])('that somebody has %s as not set', async (_case, change) => {
      await store.update({ llm: { openai: { api_key: apiKey } } });
      const llm = option['llm'] as { openai: { api_key: string } };
      llm.openai.api_key = change(llm.openai.api_key);
      expect((await open().get()).llm.openai.api_key).toBe('');
      expect(logged).toHaveBeenCalledTimes(1);
    });

    test('that stand in clear in the option', async () => {
      option = { llm: { openai: { api_key: apiKey } } };
      expect((await store.get()).llm.openai.api_key).toBe(apiKey);
    });
  });

  describe('a key under former material', () => {
    const shared = 's'.repeat(32);
    const renewed = () => {
      const { openai } = option['llm'] as { openai: { api_key: string } };
      return openai.api_key;
    };

    test('is stored anew when other material has come before', async () => {
      await store.update({ chat: { top_k: 8 }, llm: { openai: { api_key: apiKey } } });
      const other = randomBytes(32).toString('hex');
      expect((await open({}, new Secrets(other, [material])).get()).llm.openai.api_key).toBe(
        apiKey,
      );
      await settled();
      await settled();
      expect((await open({}, new Secrets(other)).get()).llm.openai.api_key).toBe(apiKey);
      expect(option).toMatchObject({ chat: { top_k: 8 } });
      expect(write).toHaveBeenCalledTimes(2);
    });

    test('stays as it is while WordPress takes nothing, and is tried again', async () => {
      await open({}, new Secrets(shared)).update({ llm: { openai: { api_key: apiKey } } });
      const former = renewed();
      write.mockRejectedValueOnce(new Error('WordPress is down.'));
      const later = open({}, new Secrets(material, [shared]));
      expect((await later.get()).llm.openai.api_key).toBe(apiKey);
      await settled();
      await settled();
      expect(renewed()).toBe(former);
      await later.fresh();
      await settled();
      await settled();
      expect(renewed()).not.toBe(former);
      expect((await open().get()).llm.openai.api_key).toBe(apiKey);
    });
  });

  describe('a key belongs to the address that it was entered for:', () => {
    const elsewhere = 'https://collector.example/v1';
    const refused = (path: string) => ({
      code: 'invalid_request',
      fields: { [path]: 'Enter the key again: it was stored for another address.' },
    });
    const workersAi = { api_key: apiKey, account_id: 'one' };
    beforeEach(async () => {
      await store.update({
        llm: { openai: { api_key: apiKey }, workers_ai: workersAi },
        embeddings: { openai_compatible: { api_key: apiKey, base_url: 'http://one.example:8000' } },
        vector_store: { api_token: apiKey, account_id: 'one' },
      });
    });

    const moves: [string, SettingsPatch][] = [
      ['llm.openai.api_key', { llm: { openai: { base_url: elsewhere } } }],
      ['llm.openai.api_key', { llm: { openai: { base_url: 'http://api.openai.com/v1' } } }],
      ['llm.workers_ai.api_key', { llm: { workers_ai: { account_id: 'two' } } }],
      [
        'embeddings.openai_compatible.api_key',
        { embeddings: { openai_compatible: { base_url: 'http://two.example:8000' } } },
      ],
      ['vector_store.api_token', { vector_store: { account_id: 'two' } }],
    ];
    const secretAt = (settings: object, path: string) =>
      path
        .split('.')
        .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], settings);

    test.each(moves)('%s is neither stored nor tried with %j', async (path, patch) => {
      const before = structuredClone(option);
      expect(secretAt(await store.get(), path)).toBe(apiKey);
      expect(secretAt(await store.patched(patch), path)).toBe('');
      await expect(store.update(patch)).rejects.toMatchObject(refused(path));
      expect(option).toEqual(before);
    });

    test('entered again or removed with the address, both are stored', async () => {
      const again = { llm: { openai: { base_url: elsewhere, api_key: 'another-key' } } };
      expect((await store.patched(again)).llm.openai.api_key).toBe('another-key');
      expect((await store.update(again)).llm.openai.api_key).toBe('another-key');
      const removed = { llm: { openai: { base_url: '', api_key: '' } } };
      expect((await store.update(removed)).llm.openai.api_key).toBe('');
    });

    test('another path or the spelt-out address of the vendor is the same', async () => {
      const patch = { llm: { openai: { base_url: 'https://api.openai.com/v2' } } };
      expect((await store.patched(patch)).llm.openai.api_key).toBe(apiKey);
      expect((await store.update(patch)).llm.openai.api_key).toBe(apiKey);
      expect((await open().get()).llm.openai.api_key).toBe(apiKey);
    });

    test('beside another address in the database it does not open', async () => {
      const llm = option['llm'] as { openai: Record<string, string> };
      llm.openai['base_url'] = elsewhere;
      expect((await open().get()).llm.openai).toMatchObject({ base_url: elsewhere, api_key: '' });
      expect(logged).toHaveBeenCalledTimes(1);
    });

    test('unsaved values are laid over the stored ones, for that one use', async () => {
      const tried = await store.patched({ llm: { provider: 'openai', openai: { model: 'm' } } });
      expect(tried.llm).toMatchObject({
        provider: 'openai',
        openai: { api_key: apiKey, model: 'm' },
      });
      expect((await store.get()).llm.provider).toBe('builtin');
    });
  });

  describe('a given key', () => {
    const elsewhere = 'https://gateway.example/v1';
    const at = (base_url: string) => ({ llm: { openai: { base_url } } });

    test('goes to the vendor alone, and is shown as given only there', async () => {
      const keys = { openai: given('given-key') };
      const outside = open(keys);
      expect((await outside.patched(at(elsewhere))).llm.openai.api_key).toBe('');
      const moved = await outside.update(at(elsewhere));
      expect(moved.llm.openai.api_key).toBe('');
      expect(maskSettings(moved, keys)).toMatchObject({
        llm: { openai: { api_key: { set: false, last4: '' } } },
      });
      expect((await outside.patched(at(''))).llm.openai.api_key).toBe('given-key');
    });

    test('of WordPress’ connectors precedes the plugin’s own, at the vendor’s address only', async () => {
      const key = { key: 'connector-key', baseUrl: '', by: 'connectors' } as const;
      const answer = await read();
      read.mockResolvedValue({ ...(answer as object), connectorKeys: { openai: key } });
      const outside = open();
      const own = await outside.update({ llm: { openai: { api_key: apiKey } } });
      expect(own.llm.openai.api_key).toBe('connector-key');
      expect(maskSettings(own, outside.givenKeys())).toMatchObject({
        llm: { openai: { api_key: { given: 'connectors', last4: '-key' } } },
      });
      const patch = { llm: { openai: { base_url: elsewhere } } };
      expect((await outside.patched(patch)).llm.openai.api_key).toBe('');
      const configured = open({ openai: given('given-key') });
      expect((await configured.get()).llm.openai.api_key).toBe('given-key');
    });

    test('goes to the address that it is given for, and no longer to the vendor', async () => {
      const outside = open({
        openai: given('given-key', elsewhere),
        openai_compatible: given('other-key'),
      });
      expect((await outside.get()).llm.openai.api_key).toBe('');
      expect((await outside.patched(at(`${elsewhere}/x`))).llm.openai.api_key).toBe('given-key');
      const compatible = { llm: { openai_compatible: { base_url: elsewhere } } };
      expect((await outside.patched(compatible)).llm.openai_compatible.api_key).toBe('');
    });
  });

  describe('update', () => {
    test('changes what is named, keeps the rest, and gives the whole', async () => {
      option = { chat: { top_k: 8, future: 1 }, other: true };
      const updated = await store.update({ chat: { temperature: 1 }, limits: { per_ip_max: 3 } });
      expect(option).toEqual({
        chat: { top_k: 8, future: 1, temperature: 1 },
        limits: { per_ip_max: 3 },
        other: true,
      });
      expect(updated).toEqual(await store.get());
      expect(updated).toMatchObject({
        chat: { top_k: 8, temperature: 1 },
        limits: { per_ip_max: 3 },
      });
    });

    test('takes colours and lists whole, so that one can be removed', async () => {
      option = { appearance: { colors: { bg: '#000000', text: '#ffffff' } } };
      await store.update({ appearance: { colors: { bg: '#111111' } } });
      expect(option).toEqual({ appearance: { colors: { bg: '#111111' } } });
    });

    test('of two at once loses neither', async () => {
      const patches: SettingsPatch[] = [
        { chat: { top_k: 9 } },
        { chat: { temperature: 1 } },
        { mcp: { enabled: true } },
      ];
      await Promise.all(patches.map((patch) => store.update(patch)));
      expect(option).toEqual({ chat: { top_k: 9, temperature: 1 }, mcp: { enabled: true } });
    });

    test('that WordPress refuses changes nothing, and the next one can', async () => {
      write.mockRejectedValueOnce(new Error('WordPress is down.'));
      await expect(store.update({ chat: { top_k: 9 } })).rejects.toThrow('down');
      expect(await topK()).toBe(5);
      await store.update({ chat: { top_k: 7 } });
      expect(await topK()).toBe(7);
    });
  });

  describe('of two processes', () => {
    test('a key that the other has replaced is a conflict, too', async () => {
      const key = (api_key: string) => ({ llm: { openai: { api_key } } });
      await store.update(key('not-a-key-0001'));
      const revision = store.revision();
      await open().update(key('not-a-key-0002'));
      await expect(store.update(key('not-a-key-0003'), revision)).rejects.toMatchObject({
        code: 'conflict',
      });
    });
  });

  test('checks a patch and stores nothing', async () => {
    await store.update({ llm: { openai: { api_key: apiKey } } });
    const before = structuredClone(option);
    await store.check({ chat: { top_k: 7 } });
    const moved = { llm: { openai: { base_url: 'https://collector.example/v1' } } };
    await expect(store.check(moved)).rejects.toMatchObject({ code: 'invalid_request' });
    expect(option).toEqual(before);
  });

  describe('get', () => {
    test('asks WordPress once for all who wait', async () => {
      expect(store.known()).toBeNull();
      await Promise.all([store.get(), store.get(), store.get()]);
      expect(read).toHaveBeenCalledTimes(1);
      expect(store.known()).toEqual(settingsDefaults);
    });

    test('gives what is a minute old at once, and the newer next time', async () => {
      await store.get();
      option = { chat: { top_k: 9 } };
      now = 60_000;
      await store.get();
      expect(read).toHaveBeenCalledTimes(1);
      now = 60_001;
      expect(await topK()).toBe(5);
      await settled();
      expect(await topK()).toBe(9);
      expect(read).toHaveBeenCalledTimes(2);
    });

    test('gives the last known ones while WordPress is down', async () => {
      option = { chat: { top_k: 9 } };
      await store.get();
      read.mockRejectedValue(new Error('WordPress is down.'));
      now = 3_600_000;
      expect(await topK()).toBe(9);
      await settled();
      expect(await topK()).toBe(9);
      store.invalidate();
      expect(await topK()).toBe(9);
    });
  });

  describe('invalidate', () => {
    test('makes the next reader wait for the new ones', async () => {
      await store.get();
      option = { chat: { top_k: 9 } };
      store.invalidate();
      expect(await topK()).toBe(9);
      await store.get();
      expect(read).toHaveBeenCalledTimes(2);
    });

    test('is not forgotten when WordPress was down', async () => {
      await store.get();
      option = { chat: { top_k: 9 } };
      store.invalidate();
      read.mockRejectedValueOnce(new Error('WordPress is down.'));
      expect(await topK()).toBe(5);
      expect(await topK()).toBe(9);
    });

    test('is not forgotten when it comes while older ones are on their way', async () => {
      await store.get();
      let answer: (option: unknown) => void = () => undefined;
      read.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
      now = 60_001;
      await store.get();
      store.invalidate();
      option = { chat: { top_k: 9 } };
      answer({ settings: {} });
      await settled();
      expect(await topK()).toBe(9);
    });
  });
});
