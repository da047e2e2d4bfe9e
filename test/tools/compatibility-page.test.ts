import { expect, test } from '@jest/globals';
import { compatibilityPage } from '../../tools/compatibility/page.ts';
import type { ShimResult } from '../../tools/compatibility/playground.ts';
import type { StreamResult } from '../../tools/compatibility/streamed.ts';
import type { Result } from '../../tools/compatibility/suite.ts';

const day = new Date('2026-01-02T03:04:05Z');
const bed: Result = {
  php: '8.2',
  wordpress: 'sid',
  database: 'MySQL 9',
  node: '24',
  versions: { php: '8.2.1', wordpress: '7.1', database: '9.1.0', node: '24.1.0' },
  passed: 3,
  failed: 0,
  skipped: 0,
  seconds: 1,
  troubles: [],
};
const shim: ShimResult = { php: '8.0.30', wordpress: '7.1', checks: { activates: '', runs: '' } };

const stream: StreamResult = { php: '8.0.30', wordpress: '7.1', events: 9, trouble: '' };

test('rows name the versions that ran', () => {
  const page = compatibilityPage([bed], [shim], [stream], [], day);
  expect(page).toContain('on 2026-01-02;');
  expect(page).toContain('| 7.1 | 8.2.1 | MySQL 9 (9.1.0) | 24.1.0 | all pass: 3 of 3 |');
  expect(page).toContain('| PHP | WordPress 7.1 |');
  expect(page).toContain('| 8.0.30 | all pass: 2 of 2 |');
  expect(page).toContain('| 8.0.30 | 7.1 | right, in 9 events |');
  expect(page).not.toContain('## Failed');
});

test('failures are counted and named', () => {
  const failing = { ...bed, failed: 1, troubles: ['chats stream'] };
  const page = compatibilityPage(
    [failing],
    [{ ...shim, checks: { activates: 'not so' } }],
    [{ ...stream, trouble: 'Undefined constant' }],
    [],
    day,
  );
  expect(page).toContain('**fails**: 3 of 4');
  expect(page).toContain('**fails**: 0 of 1');
  expect(page).toContain('chats stream');
  expect(page).toContain('| 8.0.30 | 7.1 | **fails** |');
  expect(page).toContain('PHP 8.0.30: Undefined constant');
  expect(page).toContain('PHP 8.0.30, WordPress 7.1: activates: not so');
});

test('a run without any test is a failure, and sites that were left out are named', () => {
  const page = compatibilityPage(
    [{ ...bed, versions: null, passed: 0 }],
    [shim, { ...shim, php: '8.1.0', wordpress: '6.1' }],
    [],
    ['bed, PHP 8.4'],
    day,
  );
  expect(page).toContain('| sid | 8.2 | MySQL 9 | 24 | **fails**: 0 of 0 |');
  expect(page).toContain('| 8.0.30 | all pass: 2 of 2 | not run |');
  expect(page).toContain('## Not run\n\n- bed, PHP 8.4\n');
});
