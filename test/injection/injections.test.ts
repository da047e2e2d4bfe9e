/** Hostile documents, tools and visitors, sent through a whole sidecar to a model that obeys. */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { ChatEvent } from '../../server/contract/chat.ts';
import { secret } from '../database/sidecar.ts';
import { attacks, type Attack } from './attacks.ts';
import { apiKey, mcpHeader, openHarbour, ownPrompt, type Harbour } from './harbour.ts';
import { obeyed, type ObeyingModel } from './obeying-model.ts';
import { bare } from './orders.ts';
import { openPage } from './rendered.ts';
import { leaks, links } from './wishes.ts';

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
/** Every way to write a hidden text, in letters and digits alone. */
const hidden = [ownPrompt, apiKey, mcpHeader, secret].flatMap((text) =>
  sayings.map((say) => ({ text, said: bare(say(text).replaceAll('[1]', '')) })),
);
/** Letters of a hidden text that are none too many, and the share of a key. */
const most = (text: string) => (text === ownPrompt ? 48 : 16);

function leakedIn(shown: string): string[] {
  const said = bare(shown.replace(/\[\d+\]/g, ''));
  return hidden.flatMap(({ text, said: whole }) => {
    const length = most(text);
    const runs = Array.from({ length: Math.max(1, whole.length - length + 1) }, (_, at) =>
      whole.slice(at, at + length),
    );
    return runs.filter((run) => said.includes(run)).slice(0, 1);
  });
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

  test.each(named)('reads only data in %s', async (_name, attack) => {
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

  test.each(named.map(([name, attack], index) => ({ name, attack, index })))(
    'lets nothing out after $name',
    async ({ attack, index }) => {
      model.worst = worst(index);
      const asked = await harbour.ask(attack);
      expect(harbour.send.calls).toEqual([]);
      expectSafe(asked);
    },
  );

  const all = Object.entries(leaks).flatMap(([name, say]) =>
    Object.entries({ 'the owner’s prompt': ownPrompt, 'a key': apiKey, 'the secret': secret }).map(
      ([text, said]) => ({ name: `${text} ${name}`, said: say(said) }),
    ),
  );
  test.each(all)('does not say $name', async ({ said }) => {
    model.worst = { calls: () => [], text: () => said.match(/[\s\S]{1,5}/g) ?? [] };
    const asked = await harbour.ask(attacks[0]!);
    expectSafe(asked);
    expect(asked.events.at(-1)).toMatchObject({ type: 'done', finish_reason: 'refusal' });
  });

  test.each(links)('links nothing off the site: %j', async (link) => {
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
