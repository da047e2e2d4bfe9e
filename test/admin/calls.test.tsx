/** @jest-environment jsdom */
import { afterEach, describe, expect, test } from '@jest/globals';
import { api, ApiError, toApiError } from '../../admin/api.ts';
import {
  formatBytes,
  formatCompact,
  formatDate,
  formatLanguage,
  formatMilliseconds,
  formatNumber,
  formatUptime,
} from '../../admin/format.ts';
import { type Resource, useResource } from '../../admin/use-resource.ts';
import { fakeServer } from './fake-server.ts';
import { show, wait, happen } from './page.tsx';

describe('use resource', () => {
  interface Attempt {
    signal: AbortSignal;
    succeed: (value: string) => void;
    fail: (cause: unknown) => void;
  }

  function controlled() {
    const attempts: Attempt[] = [];
    const load = (signal: AbortSignal) =>
      new Promise<string>((succeed, fail) => {
        attempts.push({ signal, succeed, fail });
      });
    let latest: Resource<string> | undefined;
    function Probe() {
      latest = useResource(load);
      return null;
    }
    const settle = async (action: () => void) => {
      await happen(() => action());
      await wait();
    };
    return { attempts, Probe, settle, latest: () => latest as Resource<string> };
  }

  const nth = (attempts: Attempt[], index: number) => attempts[index] as Attempt;

  test('keeps the last data when a reload fails, and drops the error when one succeeds', async () => {
    const { attempts, Probe, settle, latest } = controlled();
    await show(<Probe />);
    await settle(() => nth(attempts, 0).succeed('first'));
    await settle(() => void latest().reload());
    await settle(() => nth(attempts, 1).fail({ code: 'overloaded', message: 'Busy.' }));
    expect(latest()).toMatchObject({ data: 'first', loading: false });
    expect(latest().error).toBeInstanceOf(ApiError);
    await settle(() => void latest().reload());
    expect(latest()).toMatchObject({ error: { code: 'overloaded' }, loading: true });
    await settle(() => nth(attempts, 2).succeed('second'));
    expect(latest()).toMatchObject({ data: 'second', error: undefined });
  });

  test('a reload aborts the one before it, whose late answer is ignored', async () => {
    const { attempts, Probe, settle, latest } = controlled();
    await show(<Probe />);
    await settle(() => void latest().reload());
    expect(nth(attempts, 0).signal.aborted).toBe(true);
    await settle(() => nth(attempts, 1).succeed('new'));
    await settle(() => nth(attempts, 0).succeed('old'));
    expect(latest().data).toBe('new');
  });

  test('aborts on unmount', async () => {
    const { attempts, Probe } = controlled();
    const root = await show(<Probe />);
    await happen(() => root.render(null));
    expect(nth(attempts, 0).signal.aborted).toBe(true);
  });
});

describe('api', () => {
  const server = fakeServer();

  test('an error body becomes an ApiError with its code, sentence and fields', async () => {
    server.fail('PUT /settings', 'invalid_request', { 'llm.openai.base_url': 'Not an address.' });
    const error = await api.saveSettings({}).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: 'invalid_request',
      message: 'The request is not valid.',
      fields: { 'llm.openai.base_url': 'Not an address.' },
    });
  });

  test('an error that is in the sidecar’s log names its request', () => {
    const data = { status: 500, request_id: 'browser-7f3a0c52' };
    const body = { code: 'internal_error', message: 'Something went wrong.', data };
    expect(toApiError(body).requestId).toBe('browser-7f3a0c52');
    expect(toApiError({ ...body, data: { status: 400, request_id: 7 } }).requestId).toBe('');
  });

  test.each([undefined, null, {}, new Error(''), 'text'])(
    '%p still has a sentence to show',
    (cause) => {
      expect(toApiError(cause)).toMatchObject({ code: 'unknown_error' });
      expect(toApiError(cause).message).not.toBe('');
    },
  );
});

describe('format', () => {
  afterEach(() => {
    document.documentElement.lang = '';
  });

  test.each([
    [840, '840 ms'],
    [1240, '1.2 sec'],
    [61_000, '61 sec'],
  ])('%i ms is %s', (ms, expected) => {
    document.documentElement.lang = 'en-US';
    expect(formatMilliseconds(ms)).toBe(expected);
  });

  test.each([
    [59, '0 minutes'],
    [3599, '59 minutes'],
    [3600, '1 hour'],
    [200_000, '2 days'],
  ])('an uptime of %i s is %s', (seconds, expected) => {
    document.documentElement.lang = 'en-US';
    expect(formatUptime(seconds)).toBe(expected);
  });

  test('follows the language of the page', () => {
    document.documentElement.lang = 'de-DE';
    expect(formatNumber(1234)).toBe('1.234');
    expect(formatMilliseconds(1240)).toBe('1,2 Sek.');
  });

  test('copes with locales that are no language tags', () => {
    document.documentElement.lang = 'pt-PT-ao90';
    expect(formatCompact(5)).toBe('5');
  });

  test.each([
    [1, '1 byte'],
    [999, '999 bytes'],
    [41_500, '42 kB'],
    [2_400_000, '2 MB'],
  ])('%i bytes are %s', (bytes, expected) => {
    document.documentElement.lang = 'en-US';
    expect(formatBytes(bytes)).toBe(expected);
  });

  test('dates and languages are named in the language of the page', () => {
    document.documentElement.lang = 'de-DE';
    expect(formatDate('2026-03-05T10:00:00Z')).toContain('05.03.2026');
    expect(formatLanguage('ja')).toBe('Japanisch');
    expect(formatLanguage('no tag')).toBe('no tag');
  });
});
