import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { chatEvent } from '../../server/contract/chat.ts';
import { errors } from '../../server/contract/errors.ts';
import { routes } from '../../server/contract/routes.ts';
import { tableOf } from './pages.ts';

const page = 'docs/integrators.md';

test('all routes of a visitor are listed', () => {
  const open = routes.filter(({ auth, path }) => auth === 'nonce' || path === '/session');
  expect(tableOf(page, 'route').map(([route]) => route)).toEqual(
    open.map(({ method, path }) => [`${method} ${path}`]),
  );
});

test('all events are listed with their fields', () => {
  const meant = chatEvent.options.map(({ shape }) => {
    const { type, ...fields } = shape;
    const names = Object.entries(fields).map(
      ([name, field]) => name + (field instanceof z.ZodOptional ? '?' : ''),
    );
    return [[type.value], names];
  });
  expect(tableOf(page, 'event').map(([event, fields]) => [event, fields])).toEqual(meant);
});

describe('errors', () => {
  const listed = tableOf(page, 'status').flatMap(([status = [], codes = []]) =>
    codes.filter((code) => !code.startsWith('data.')).map((code) => [code, Number(status[0])]),
  );

  test('all codes are listed with their status', () => {
    const meant = Object.entries(errors).map(([code, { status }]) => [code, status]);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(meant));
  });
});
