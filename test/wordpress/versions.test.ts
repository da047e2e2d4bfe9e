import { expect, test } from '@jest/globals';
import {
  areCompatible,
  olderOf,
  ownVersion,
  requireCompatible,
} from '../../server/wordpress/versions.ts';

test.each([
  [{ protocol: 2, least: 1 }, { number: 1, least: 1 }, true],
  [{ protocol: 1, least: 1 }, { number: 2, least: 1 }, true],
  [{ protocol: 3, least: 2 }, { number: 1, least: 1 }, false],
  [{ protocol: 1, least: 1 }, { number: 3, least: 2 }, false],
])('a side with %j and one with %j: %s', (theirs, ours, expected) => {
  expect(areCompatible(theirs, ours)).toBe(expected);
});

test.each([
  ['0.9.0', '0.10.0', 'plugin'],
  ['1.0.0', '0.10.0', 'sidecar'],
  ['1.2', '1.2.0', 'none'],
  ['', '1.0.0', 'none'],
])('of plugin %s and sidecar %s the older one is: %s', (plugin, sidecar, expected) => {
  expect(olderOf(plugin, sidecar)).toBe(expected);
});

test('a plugin of another protocol is refused, one of the same and one that says nothing are not', () => {
  const refuse = (header?: string) => () => requireCompatible(header);
  expect(refuse('version=9.0.0&protocol=9&least=9')).toThrow(
    expect.objectContaining({ code: 'incompatible_version' }),
  );
  expect(refuse(ownVersion)).not.toThrow();
  expect(refuse(undefined)).not.toThrow();
  expect(refuse('version=9.0.0&protocol=9&least=1')).not.toThrow();
});
