/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { act } from 'react';
import { ApiError } from '../../admin/api.ts';
import { useResource, type Resource } from '../../admin/use-resource.ts';
import { show, wait } from './page.tsx';

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
    await act(async () => {
      action();
      await Promise.resolve();
    });
    await wait();
  };
  return { attempts, Probe, settle, latest: () => latest as Resource<string> };
}

const nth = (attempts: Attempt[], index: number) => attempts[index] as Attempt;

test('loads on mount', async () => {
  const { attempts, Probe, settle, latest } = controlled();
  await show(<Probe />);
  expect(latest()).toMatchObject({ data: undefined, loading: true });
  await settle(() => nth(attempts, 0).succeed('first'));
  expect(latest()).toMatchObject({ data: 'first', error: undefined, loading: false });
});

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

test('replace takes over an answer', async () => {
  const { attempts, Probe, settle, latest } = controlled();
  await show(<Probe />);
  await settle(() => latest().replace('saved'));
  await settle(() => nth(attempts, 0).succeed('loaded'));
  expect(latest()).toMatchObject({ data: 'saved', loading: false });
});

test('aborts on unmount', async () => {
  const { attempts, Probe } = controlled();
  const root = await show(<Probe />);
  await act(async () => {
    root.render(null);
    await Promise.resolve();
  });
  expect(nth(attempts, 0).signal.aborted).toBe(true);
});
