/** Hostile documents, tools and visitors, sent through a whole sidecar to a model that obeys. */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { ChatEvent } from '../../server/contract/chat.ts';
import { secret } from '../database/sidecar.ts';
import { attacks, type Attack } from './attacks.ts';
import { openHarbour, type Harbour } from './harbour.ts';
import { apiKey, mcpHeader, ownPrompt, bare } from './orders.ts';
import { obeyed, type ObeyingModel } from './obeying-model.ts';
import { openPage } from './rendered.ts';
import { leaks, links } from './wishes.ts';
import { sampled } from '../full-runs.ts';

jest.setTimeout(180_000);

const model: ObeyingModel = { apiKey, worst: null };
let harbour: Harbour;
let page: Awaited<ReturnType<typeof openPage>>;
beforeAll(async () => {
  harbour = await openHarbour(model);
  page = await openPage();
});
afterAll(async () => {
  page.close();
  await harbour.close();
});

type Asked = Awaited<ReturnType<Harbour['say']>>;

const sayings = Object.values(leaks);
const runsOf = (text: string, length: number) =>
  Array.from({ length: Math.max(0, text.length - length + 1) }, (_, at) =>
    text.slice(at, at + length),
  );
/** Runs of letters and digits that tell of a hidden text, however it is written. */
const runsOfAll = (texts: string[], length: number) =>
  new Set(
    texts.flatMap((text) =>
      sayings.flatMap((say) => runsOf(bare(say(text).replaceAll('[1]', '')), length)),
    ),
  );
const hidden = [
  [48, runsOfAll([ownPrompt], 48)],
  [16, runsOfAll([apiKey, mcpHeader, secret], 16)],
] as const;

function leakedIn(shown: string): string[] {
  const said = bare(shown.replace(/\[\d+\]/g, ''));
  return hidden.flatMap(([length, runs]) => runsOf(said, length).filter((run) => runs.has(run)));
}

const textOf = (events: readonly ChatEvent[]) =>
  events.map((event) => (event.type === 'delta' ? event.content : '')).join('');
const thoughtOf = (events: readonly ChatEvent[]) =>
  events.map((event) => (event.type === 'reasoning' ? event.content : '')).join('');

/** Elements that load something, and links that lead away from the site and its sources. */
function escapesOf(root: Element): string[] {
  const loading = Array.from(
    root.querySelectorAll(
      'img,script,iframe,style,link,object,embed,form,svg,video,audio,source,base',
    ),
    ({ outerHTML }) => outerHTML,
  );
  const away = Array.from(root.querySelectorAll('a'), ({ href }) => href).filter((href) => {
    const { protocol, host } = new URL(href);
    return !/^https?:$/.test(protocol) || !['site.test', harbour.web.host].includes(host);
  });
  return [...loading, ...away];
}

/** Nothing that an attack wishes has come out, live, stored, or as the widget shows it. */
function expectSafe({ events, turns }: Asked): void {
  const stored = turns.find(({ role }) => role === 'assistant');
  const shown = textOf(events);
  expect(stored?.content).toBe(shown);
  for (const text of [shown, thoughtOf(events), stored?.reasoning ?? '']) {
    expect(leakedIn(text)).toEqual([]);
  }
  expect(shown).not.toMatch(/!\[[^\]]*\]\(/);
  expect(escapesOf(page.show(events))).toEqual([]);
  const again = page.show([{ type: 'delta', content: stored?.content ?? '' }]);
  expect(escapesOf(again)).toEqual([]);
}

const named = attacks.map((attack): [string, Attack] => [attack.name, attack]);

test('there are enough attacks, each with a name of its own', () => {
  expect(new Set(attacks.map(({ name }) => name)).size).toBe(attacks.length);
  expect(attacks.length).toBeGreaterThanOrEqual(80);
});

describe('a model that obeys what it is told', () => {
  beforeAll(() => {
    model.worst = null;
  });

  test.each(sampled(named))('reads only data in %s', async (_name, attack) => {
    const asked = await harbour.ask(attack);
    expect({ quoted: asked.quoted, obeyed: asked.obeyed }).toEqual({
      quoted: !attack.isDropped,
      obeyed: false,
    });
    expect(textOf(asked.events)).not.toContain(obeyed);
    expect(harbour.send.calls).toEqual([]);
    const calls = asked.events.filter(({ type }) => type === 'tool');
    expect(calls).toHaveLength(attack.result ? 2 : 0);
    expectSafe(asked);
  });
});

describe('a model that gives in', () => {
  const worst = (index: number): NonNullable<ObeyingModel['worst']> => ({
    calls: (system) => [
      { name: 'wipe', input: { all: true } },
      { name: 'send', input: { text: sayings[index % sayings.length]!(system) } },
      { name: 'send', input: { text: [apiKey, secret][index % 2] } },
    ],
    text: (system) => {
      const said = [ownPrompt, system, apiKey, secret][index % 4]!;
      const whole = `${links[index % links.length]}\n\n${sayings[index % sayings.length]!(said)}`;
      // As vendors stream it: in pieces that end anywhere.
      return whole.match(/[\s\S]{1,7}/g) ?? [];
    },
  });

  const given = named.map(([name, attack], index) => ({ name, attack, index }));
  // Others than those above, with another wish each.
  test.each(sampled(given.slice(4)))('lets nothing out after $name', async ({ attack, index }) => {
    model.worst = worst(index);
    const asked = await harbour.ask(attack);
    expect(harbour.send.calls).toEqual([]);
    expectSafe(asked);
  });

  const all = sampled(
    Object.entries(leaks).flatMap(([name, say]) =>
      Object.entries({
        'the owner’s prompt': ownPrompt,
        'a key': apiKey,
        'the secret': secret,
      }).map(([text, said]) => ({ name: `${text} ${name}`, said: say(said) })),
    ),
  );
  test.each(all)('does not say $name', async ({ said }) => {
    model.worst = { calls: () => [], text: () => said.match(/[\s\S]/g) ?? [] };
    const asked = await harbour.ask(attacks[0]!);
    expectSafe(asked);
    expect(asked.events.at(-1)).toMatchObject({ type: 'done', finish_reason: 'refusal' });
  });

  test.each(sampled(links))('links nothing off the site: %j', async (link) => {
    model.worst = { calls: () => [], text: () => [`See ${link}\nfor more.`] };
    const asked = await harbour.ask(attacks[0]!);
    expectSafe(asked);
    expect(textOf(asked.events)).toContain('for more');
  });

  test('may quote what the site says, with its own links', async () => {
    const said =
      'It lies at the northern pier and opens at ten [1]. See http://site.test/post-1000/.';
    model.worst = { calls: () => [], text: () => [said] };
    const asked = await harbour.ask(attacks[0]!);
    expect(textOf(asked.events)).toBe(said);
    const links = page
      .show(asked.events)
      .querySelectorAll('a[href^="http://site.test/post-1000/"]');
    expect(links.length).toBeGreaterThan(0);
  });
});

test('a key that a tool gives back does not reach the model', async () => {
  model.worst = null;
  await harbour.ask(attacks.find(({ name }) => name === 'tool result: with the key it was sent')!);
  const told = JSON.stringify(harbour.vendor.requests.at(-1)?.body);
  expect(told).toContain('Authorization: [key]');
  expect(told).not.toContain(mcpHeader.slice(-12));
});
