/**
 * Requests that no client of ours sends: out of the contract's routes and schemas, with mutations and bad credentials.
 * Whatever comes, the answer is the contract's, and nothing is logged as an error.
 */
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { z } from 'zod';
import * as admin from '../../server/contract/admin.ts';
import { eventsRequest } from '../../server/contract/bridge.ts';
import * as chat from '../../server/contract/chat.ts';
import * as chats from '../../server/contract/chats.ts';
import { errorBody, errors } from '../../server/contract/errors.ts';
import { figuresQuery } from '../../server/contract/figures.ts';
import { gapsQuery, updateGapRequest } from '../../server/contract/gaps.ts';
import * as knowledge from '../../server/contract/knowledge.ts';
import { downloadModel } from '../../server/contract/local-models.ts';
import { createMcpServer, updateMcpServer } from '../../server/contract/mcp.ts';
import { postsChatRequest } from '../../server/contract/posts.ts';
import { routes, type RouteName } from '../../server/contract/routes.ts';
import { searchRequest } from '../../server/contract/search.ts';
import { saveSettingsQuery, settingsPatch } from '../../server/contract/settings.ts';
import { createLog } from '../../server/runtime/log.ts';
import { signatureHeaders } from '../../server/wordpress/signature.ts';
import { makeDice, type Dice } from '../dice.ts';
import { startApp } from './app-server.ts';
import { isFull } from '../full-runs.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;
type Schemas = Partial<Record<RouteName, z.ZodType>>;

const bodies: Schemas = {
  'POST /chat': chat.chatRequest,
  'POST /chat/sync': chat.chatRequest,
  'POST /feedback': chat.feedbackRequest,
  'POST /documents': knowledge.createDocuments,
  'POST /documents/<id>/process': knowledge.processRequest,
  'POST /documents/bulk': knowledge.bulkRequest,
  'POST /posts/index': knowledge.indexPostsRequest,
  'PUT /queue': knowledge.queueRequest,
  'POST /search': searchRequest,
  'POST /mcp/servers': createMcpServer,
  'POST /mcp/servers/<id>': updateMcpServer,
  'POST /admin/models': admin.modelsRequest,
  'POST /models/local': downloadModel,
  'POST /admin/test': admin.testRequest,
  'POST /admin/embedding-estimate': admin.embeddingEstimateRequest,
  'POST /admin/answer-estimate': admin.answerEstimateRequest,
  'POST /vector-store/create-index': admin.createIndexRequest,
  'PUT /settings': settingsPatch,
  'POST /ask': chats.askRequest,
  'POST /chats/delete': chats.deleteChatsRequest,
  'POST /gaps/<id>': updateGapRequest,
  'POST /events': eventsRequest,
  'POST /posts/chat': postsChatRequest,
};
const queries: Schemas = {
  'GET /chat/<id>/events': chat.answerQuery,
  'DELETE /chat/<id>': chat.answerQuery,
  'GET /history': chat.historyQuery,
  'DELETE /history': chat.clearHistoryQuery,
  'GET /documents': knowledge.documentsQuery,
  'GET /documents/<id>': knowledge.collectionQuery,
  'GET /linked-files': knowledge.linkedFilesQuery,
  'GET /admin/models': admin.modelsQuery,
  'PUT /settings': saveSettingsQuery,
  'GET /figures': figuresQuery,
  'GET /chats': chats.chatsQuery,
  'GET /chats/export': chats.chatsFilter,
  'GET /gaps': gapsQuery,
};
const jsonSchemas = (schemas: Schemas) =>
  new Map(
    Object.entries(schemas).map(([route, schema]) => [
      route,
      z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema,
    ]),
  );
const [bodySchemas, querySchemas] = [jsonSchemas(bodies), jsonSchemas(queries)];

const words = ['swans', 'noon', 'Öffnungszeiten', 'fed', '日本語', 'the', 'tickets', 'a', '%', "'"];
/** Addresses that lead deeper than a random word would, and to nobody. */
const addresses = ['http://127.0.0.1:1/', 'http://10.0.0.1/', 'ftp://a/', ''];

/** Makes a value that the schema accepts, as far as JSON Schema tells. */
function valid(schema: JsonSchema, dice: Dice, name = ''): unknown {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return valid(dice.pick(choices), dice, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return dice.pick(schema.enum);
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
      const given = fields.filter(
        ([field]) => schema.required?.includes(field) || dice.chance(0.4),
      );
      return Object.fromEntries(given.map(([field, inner]) => [field, valid(inner, dice, field)]));
    }
    case 'array':
      return Array.from({ length: (schema.minItems ?? 0) + dice.below(3) }, () =>
        valid(schema.items as JsonSchema, dice, name),
      );
    case 'number':
    case 'integer':
      return Number(schema.minimum ?? Number(schema.exclusiveMinimum ?? -1) + 1) + dice.below(3);
    case 'boolean':
      return dice.chance(0.5);
    case 'null':
      return null;
    case 'string':
    case undefined:
      if (/url|address/.test(name)) return dice.pick(addresses);
      if (schema.pattern?.includes('\\d{4}-')) return `2026-0${1 + dice.below(9)}-11`;
      return Array.from({ length: 1 + dice.below(6) }, () => dice.pick(words)).join(' ');
  }
}

const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let n = 0; n < levels; n++) value = n % 2 ? [value] : { a: value };
  return value;
};
/** Wrong types, extremes, huge, foreign and broken texts. */
const badValues: readonly ((dice: Dice) => unknown)[] = [
  (dice) => dice.pick([null, true, '', 0, -1, 1.5]),
  (dice) => dice.pick([{}, []]),
  (dice) => dice.pick([Number.MAX_SAFE_INTEGER, 2 ** 53, 2 ** 31, 2 ** 32, 1e308, -1e308, 5e-324]),
  (dice) => 'x'.repeat(dice.pick([65, 300, 5000, 70_000])),
  (dice) =>
    dice.pick(['\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\ufeff', '\u202etxt', '👩‍🚀']),
  (dice) => dice.pick(['é', '\u0130', 'ß', 'ﷺ', 'Z̸̢̛', '\u2028']).repeat(1 + dice.below(200)),
  (dice) => dice.pick(["' OR 1=1 --", '%', '_', '\\', '"', '${jndi:x}', '<script>', '..', '٣']),
  (dice) => dice.pick(['__proto__', 'constructor', 'toString', 'NaN', '2026-02-30', '0x10', ' 1']),
  (dice) => dice.pick(['http://[', 'http://0x7f.1:1', 'file:///etc/passwd', '//', 'javascript:1']),
  (dice) => deep(dice.pick([5, 200, 1500])),
  (dice) => Array.from({ length: dice.pick([2, 1001, 20_000]) }, () => dice.pick([1, '', null])),
];
const badNames = ['__proto__', 'constructor', 'prototype', '', '0', 'x'.repeat(500)];
const bad = (dice: Dice) => dice.pick(badValues)(dice);

/** Changes one place of the value, chosen by chance. */
function mutate(value: unknown, dice: Dice): unknown {
  if (typeof value !== 'object' || value === null || dice.chance(0.2)) return bad(dice);
  const fields = Object.entries(value) as [string, unknown][];
  const at = dice.below(fields.length);
  const changed = fields.map(([name, inner], n): [string, unknown] => [
    name,
    n === at ? mutate(inner, dice) : inner,
  ]);
  if (Array.isArray(value)) return changed.map(([, inner]) => inner);
  if (dice.chance(0.25)) return Object.fromEntries(fields.filter((_, n) => n !== at));
  return Object.fromEntries(
    dice.chance(0.25) ? [...fields, [dice.pick(badNames), bad(dice)]] : changed,
  );
}

/** Writes text that no writer of JSON would send. */
const broken = (text: string, dice: Dice): string =>
  dice.pick([
    text.slice(0, dice.below(text.length)),
    text.replace('{', `{"message":1,"__proto__":{"role":"admin"},"message":[],`),
    `\ufeff${text}`,
    text.replaceAll('"', "'"),
    `${text}${text}`,
    `{"message":${'['.repeat(20_000)}`,
    text.replace(/\d+/, dice.pick(['1e999', '-0', '01', 'NaN'])),
    dice.pick(['null', '""', '[]', 'undefined', '\u0000', '<xml/>', 'a=1&b=2', '0']),
  ]);

const badIds = ['0', '-1', '1.5', '1e3', 'abc', '%00', '%E0%A4%A', '..%2f..', '9007199254740993'];
const roles = ['visitor', 'reader', 'admin', 'system'] as const;
const fitting: Record<string, (typeof roles)[number]> = {
  nonce: 'visitor',
  reader: 'reader',
  system: 'system',
  bridge: 'system',
};

/** A change of vendors that a mutation makes is only checked: they are not there. */
const vendors = ['llm', 'embeddings', 'rerank', 'vector_store'];

function queryOf(name: string, body: unknown, dice: Dice): Record<string, string> {
  const changesVendor =
    typeof body !== 'object' || body === null || vendors.some((group) => group in body);
  if (name === 'PUT /settings' && changesVendor) return { check: '1' };
  const schema = querySchemas.get(name);
  const made = schema ? valid(schema, dice) : {};
  const value = dice.chance(0.5) ? mutate(made, dice) : made;
  const pairs = Object.entries(Object(value) as Record<string, unknown>).slice(0, 20);
  return Object.fromEntries(
    // A request line holds 16 KB with the headers.
    pairs.map(([field, of]) => [
      field,
      (JSON.stringify(of) ?? '').replace(/^"|"$/g, '').slice(0, 300),
    ]),
  );
}

/** Returns one request, by its number. */
function requestOf(dice: Dice) {
  const route = dice.pick(routes.filter(({ path }) => path !== '/data'));
  const name = `${route.method} ${route.path}`;
  const schema = bodySchemas.get(name);
  const made = schema ? valid(schema, dice) : {};
  const value = dice.chance(0.65) ? mutate(made, dice) : made;
  const hasBody = schema !== undefined || (route.method !== 'GET' && dice.chance(0.05));
  const text = hasBody ? (JSON.stringify(value) ?? '') : '';
  const id = () => (dice.chance(0.6) ? dice.pick(['1', '2', '7']) : dice.pick(badIds));
  const below = route.path.replace(/<\w+>/g, id);
  const path = dice.chance(0.03) ? below.toUpperCase() + dice.pick(['/', '//', '']) : below;
  const role = dice.chance(0.7) ? (fitting[route.auth] ?? 'admin') : dice.pick(roles);
  const headers = {
    ...(text &&
      dice.chance(0.1) && { 'content-type': dice.pick(['text/plain', 'a/b; charset=x']) }),
    ...(text && dice.chance(0.02) && { 'content-encoding': dice.pick(['gzip', 'br', 'x']) }),
    ...(dice.chance(0.5) && { 'x-itih-secret': 'x' }),
  };
  const body = text && dice.chance(0.1) ? broken(text, dice) : text;
  const query = queryOf(name, text && value, dice);
  return { method: route.method, path, query, role, body, headers };
}

const folder = mkdtempSync(join(tmpdir(), 'itih-fuzz-'));
const logFile = join(folder, 'log');
let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp({}, () => true, createLog('error', openSync(logFile, 'a')));
  app.site.settings = { ...app.site.settings, limits: { per_ip_max: 0, answers_per_ip: 0 } };
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

/** Codes that no request may bring about. */
const neverCaused = ['internal_error', 'sidecar_unavailable'];

/** Returns why the contract does not allow an answer; empty if it does. */
function wrongOf(status: number, text: string): string {
  if (status < 400) return neverCaused.find((code) => text.includes(`"code":"${code}"`)) ?? '';
  const { success, data } = errorBody.safeParse(JSON.parse(text));
  if (!success) return `no error body: ${text.slice(0, 200)}`;
  const known = Object.entries(errors).find(([code]) => code === data.code)?.[1];
  const isMeant = known?.status === status && data.data.status === status;
  return isMeant && !neverCaused.includes(data.code) ? '' : `${status} ${data.code}`;
}

const requests = isFull ? 10_000 : 500;
const atOnce = 16;

test(`${requests} fuzzed requests are answered as the contract says`, async () => {
  const answers = new Set<string>();
  const violations: string[] = [];
  async function send(n: number): Promise<void> {
    const dice = makeDice(n);
    const { method, path, ...options } = requestOf(dice);
    const { url, ...init } = app.shim.signed(method, path, options);
    const [forged] = dice.chance(0.1) ? [dice.pick(Object.values(signatureHeaders))] : [];
    if (forged) Object.assign(init.headers!, { [forged]: dice.pick(['', 'x', '0'.repeat(64)]) });
    const response = await fetch(url, init);
    const text = await response.text();
    const wrong = wrongOf(response.status, text);
    if (wrong) {
      const sent = `${method} ${path} ${JSON.stringify(options).slice(0, 400)}`;
      violations.push(`request ${n}: ${wrong}: ${sent}`);
    }
    const { code = '' } = (response.status < 400 ? {} : JSON.parse(text)) as { code?: string };
    answers.add(`${response.status} ${code}`.trim());
  }
  const waiting = Array(requests).keys();
  const work = async () => {
    for (const n of waiting) await send(n);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  expect(violations).toEqual([]);
  expect(readFileSync(logFile, 'utf8')).toBe('');
  const reached = ['200', '202', '400 invalid_request', '401 invalid_signature'];
  expect(reached.filter((answer) => !answers.has(answer))).toEqual([]);
}, 180_000);
