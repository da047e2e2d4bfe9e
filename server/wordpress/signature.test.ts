import { describe, expect, test } from '@jest/globals';
import {
  canonicalQuery,
  encodeIdentity,
  encodeSite,
  hashBody,
  isSignedAnswer,
  sign,
  signAnswer,
  signatureHeaders,
  signingKey,
  signatureWindow,
  verify,
  type SignedCall,
} from './signature.ts';
import { areCompatible, olderOf, ownVersion, requireCompatible } from './versions.ts';

const queries: [string, string, string][] = [
  ['nothing', '', ''],
  ['sorted by name', 'b=2&a=1', 'a=1&b=2'],
  ['then by value', 'a=2&a=10&a=1', 'a=1&a=10&a=2'],
  ['spaces of either kind', 'q=a+b%20c', 'q=a%20b%20c'],
  ['what encodeURIComponent leaves', "q=!'()*~", 'q=%21%27%28%29%2A~'],
  ['letters beyond ASCII', 'q=Grüße', 'q=Gr%C3%BC%C3%9Fe'],
  ['brackets, as PHP would rename', 'a[b]=1&c.d=2', 'a%5Bb%5D=1&c.d=2'],
  ['how WordPress routes', 'rest_route=/itih/v1/chat&a=1', 'a=1'],
];

test.each(queries)('the canonical query has %s', (_case, query, expected) => {
  expect(canonicalQuery(new URLSearchParams(query))).toBe(expected);
});

test('an identity is read as it was written', () => {
  const identity = {
    role: 'visitor',
    user_id: 0,
    ip: '2001:db8::1',
    locale: 'a&role=admin',
  } as const;
  const read = Object.fromEntries(new URLSearchParams(encodeIdentity(identity)));
  expect(read).toEqual({ ...identity, user_id: '0' });
});

const site = { id: '3f1c2a9e-5d0b-4c7a-9b1e-0a2b3c4d5e6f', url: 'https://site.test/blog' };
const secret = 'k'.repeat(32);
const key = signingKey(secret, site.id);
const now = 1_700_000_000;
const call: SignedCall = {
  method: 'POST',
  route: '/itih/v1/chat',
  query: [
    ['c', ''],
    ['b', 'ä *'],
    ['b', '1'],
  ],
  timestamp: now,
  callId: '00000000-0000-4000-8000-000000000000',
  identity: encodeIdentity({ role: 'visitor', user_id: 0, ip: '2001:db8::1', locale: 'de_DE' }),
  site: encodeSite(site),
  bodyHash: hashBody(JSON.stringify({ message: 'Grüße' })),
};

test('a call has the signature that its nine lines have', () => {
  expect(sign(call, key)).toBe('a6bc5a612a7590b7aca3dc5124a895a6caa3cd71655413ff47505f202fc7daf1');
});

describe('a signed call', () => {
  const signature = sign(call, key);

  test.each([
    ['now', 0, true],
    ['a minute late', signatureWindow, true],
    ['more than a minute late', signatureWindow + 1, false],
    ['more than a minute early', -signatureWindow - 1, false],
  ])('that comes %s is accepted: %s', (_case, late, accepted) => {
    expect(verify(call, signature, key, now + late)).toBe(accepted);
  });

  test.each([
    ['none', ''],
    ['one of another secret', sign(call, signingKey('x'.repeat(32), site.id))],
    ['one of another site with the same secret', sign(call, signingKey(secret, 'another'))],
    ['one that is no text of one byte per letter', 'é'.repeat(32)],
  ])('is refused with %s as signature', (_case, other) => {
    expect(verify(call, other, key, now)).toBe(false);
  });
});

describe('a signed answer', () => {
  const body = '{"ok":true}';
  const type = 'application/json; charset=utf-8';
  const signed = { callId: call.callId, status: 200, contentType: type, bodyHash: hashBody(body) };
  const answered = (status = 200, contentType = type, signature = signAnswer(signed, key)) => ({
    status,
    headers: new Headers({ 'content-type': contentType, [signatureHeaders.signature]: signature }),
  });
  const called = { [signatureHeaders.callId]: call.callId };
  const known = { id: site.id, secret };

  test('has the signature that its five lines have', () => {
    expect(signAnswer(signed, key)).toBe(
      '339297902dc538c3cbce02ad3252e0f75a142714c6110eca03c5e2eeda0f760d',
    );
    expect(isSignedAnswer(called, answered(), body, known)).toBe(true);
  });

  test.each([
    ['another call', { [signatureHeaders.callId]: 'another' }, answered(), body, known],
    ['another body', called, answered(), '{}', known],
    ['a stream', called, answered(), null, known],
    ['another site', called, answered(), body, { ...known, id: 'another' }],
    ['no signature', called, answered(200, type, ''), body, known],
    ["the call's own signature", called, answered(200, type, sign(call, key)), body, known],
  ])('does not fit %s', (_case, sent, response, text, of) => {
    expect(isSignedAnswer(sent, response, text, of)).toBe(false);
  });
});

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
