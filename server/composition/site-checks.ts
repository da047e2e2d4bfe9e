import { randomUUID } from 'node:crypto';
import { streamTestFrame, type Finding, type SiteCheck } from '../contract/admin.ts';
import { plainReason } from '../errors/plain-reason.ts';
import { readBounded } from '../net/response-body.ts';
import type { SiteAuth } from '../net/site-auth.ts';
import type { LocalModels } from '../providers/local/local-models.ts';
import { signedHeaders } from '../wordpress/signature.ts';
import type { ServedSite } from '../wordpress/site.ts';
import { critical, good, recommended, settings as settingsPage, unknown } from './findings.ts';
import { testConnection } from './test-connection.ts';

/** Milliseconds; the frames take about one and a half seconds. */
const streamTimeout = 4000;
/** Milliseconds for other calls of the site. */
const callTimeout = 5000;
/** Milliseconds: a server of one's own may take a minute for the first word. */
const vendorTimeout = 70_000;
/** Part of the time between the first and the last frame that has to be left when they arrive. */
const minSpread = 0.5;
/** Bytes of an answer, which are few: another program may have given it. */
const maxBytes = 65_536;

const silent = {
  llm: 'The language model of the chat does not answer',
  embedding: 'The embedding model of the chat does not answer',
};

interface Measured {
  /** Empty if all frames arrived. */
  failure: string;
  frames: number;
  /** Milliseconds between the first and the last frame. */
  sentMs: number;
  arrivedMs: number;
  /** 0 without an answer. */
  status: number;
  headers: Headers;
  /** Code of an error of the contract. */
  code: string;
}

const isStreamed = ({ failure, arrivedMs, sentMs }: Measured) =>
  failure === '' && arrivedMs >= minSpread * sentMs;

const withQuery = (url: string, query: Record<string, string>) =>
  `${url}${url.includes('?') ? '&' : '?'}${new URLSearchParams(query).toString()}`;

const heldBack = 'What the sidecar sent arrived in one piece.';

function whyNotEdge({ failure, status, headers, code }: Measured, at: string): string {
  if (failure === '') return heldBack;
  if (at.includes('rest_route=')) {
    return 'The site has plain permalinks, so that the web server cannot tell the chat by its path.';
  }
  if (status === 0) return failure;
  if (headers.get('x-itih-transport') !== 'edge') {
    return 'The web server leads the path of the chat to WordPress.';
  }
  if (code === 'rest_cookie_invalid_nonce') {
    return 'The sidecar cannot verify nonces of this site. Give it the keys NONCE_KEY and NONCE_SALT (ITIH_NONCE_KEY, ITIH_NONCE_SALT); a plugin that makes nonces in its own way rules this out.';
  }
  return code === 'rest_forbidden'
    ? 'The sidecar does not know this web server; its address must be in ITIH_PUBLIC_PROXIES.'
    : `The sidecar's port for visitors answers with status ${status}.`;
}

function whyNotAccel({ failure, status, headers }: Measured): string {
  if (failure === '') return heldBack;
  if (status === 0) return failure;
  const server = headers.get('server') ?? '';
  if (server !== '' && !/nginx/i.test(server)) {
    return `The web server is ${server}; this needs nginx.`;
  }
  const location = '@itih_sidecar in the configuration of nginx';
  if (status === 503) return `The location ${location} does not reach the sidecar.`;
  if (status === 401) return `The location ${location} does not pass the signed headers on.`;
  return 'The configuration of nginx has no location @itih_sidecar.';
}

const ways = {
  edge: 'The web server leads the chat of anonymous visitors straight to the sidecar; no PHP worker is needed.',
  accel:
    'PHP checks each question, and nginx fetches the answer from the sidecar; no PHP worker waits.',
  relay: 'PHP relays each answer, which takes one of its workers until the end.',
  sync: 'The chat asks for whole answers, because streams are held back.',
};

/** Says which way answers take, and why it is not a better one. */
function transportSentence(use: keyof typeof ways, why: Record<string, string>): string {
  return [
    ways[use],
    why['edge'] && `Not straight to the sidecar: ${why['edge']}`,
    why['accel'] && `Not through nginx after PHP: ${why['accel']}`,
    use !== 'edge' &&
      'For many visitors at once, wp itih doctor --snippets=nginx (or apache, caddy) prints a configuration.',
  ]
    .filter(Boolean)
    .join(' ');
}

function streamingFinding(
  use: SiteCheck['use'],
  why: Record<string, string>,
  test: Measured,
  reports: number,
): Finding {
  if (!use) {
    return unknown(
      'Streaming could not be measured',
      `The site could not call itself: ${test.failure}`,
      'Try the chat on a page: if whole answers appear at once, the host holds them back.',
    );
  }
  const says = `${test.frames} parts that were sent within ${test.sentMs} ms arrived within ${test.arrivedMs} ms. ${transportSentence(use, why)}`;
  if (use === 'sync') {
    return recommended(
      'The host holds answers back until they are complete',
      says,
      'Switch off buffering and compression for the path of the REST API in the web server or proxy (nginx: fastcgi_buffering off or proxy_buffering off; Cloudflare and others: no caching, no optimisation).',
    );
  }
  if (reports === 0) return good('Answers reach visitors word by word', says);
  const browsers = reports === 1 ? 'browser' : 'browsers';
  return recommended(
    'Some visitors get answers in one piece',
    `${reports} ${browsers} told within 7 days that two answers came in one piece. ${says}`,
    'If it goes on, look at what is between visitors and this server, such as a CDN: it must not cache, compress or optimise the path of the REST API. The network of a company can do the same, which you cannot change.',
  );
}

/** Headers by which caches name themselves. */
const cacheHeaders =
  'x-litespeed-cache cf-cache-status x-varnish x-cache x-cache-status x-proxy-cache x-fastcgi-cache age via';

/** Returns what ends it, by the headers of a stored answer. */
function cacheRemedy(at: string, headers: Headers): string {
  const path = new URL(`${at}/`).pathname;
  if (headers.has('x-litespeed-cache')) {
    return `In LiteSpeed Cache › Cache › Excludes, add ${path} to "Do Not Cache URIs", and purge the cache.`;
  }
  if (headers.has('cf-cache-status')) {
    return `In Cloudflare, add a cache rule that bypasses the cache for paths that start with ${path}, and purge the cache.`;
  }
  const next = `Find the cache in front of WordPress, of a plugin, the web server, the host or a CDN. Have it leave out paths that start with ${path}, and empty it.`;
  const named = cacheHeaders.split(' ').filter((name) => headers.has(name));
  const told = named.map((name) => `${name}: ${headers.get(name)}`).join(', ');
  return told === '' ? next : `${next} It names itself: ${told}`;
}

type Dependencies = Parameters<typeof testConnection>[0] & {
  site: Pick<ServedSite, 'get'>;
  siteAuth: SiteAuth;
  localModels: Pick<LocalModels, 'status'>;
  clock: () => number;
};

/**
 * Checks that take calls: of the site at the address that visitors use, and of vendors. `at`: the site's REST routes of
 * the chat, as WordPress names them in a signed call.
 */
export class SiteChecks {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Tries the ways in which streams reach visitors from the best one down: straight from the web server to the sidecar
   * (edge), through the web server after PHP (accel), through PHP (relay), or in one piece (sync).
   *
   * @param reports Number of browsers that told of answers in one piece.
   */
  async streaming(at: string, reports: number): Promise<SiteCheck> {
    const tries = [
      ['edge', () => this.#measureEdge(at), whyNotEdge],
      ['accel', () => this.#measureSigned(at, { via: 'accel' }), whyNotAccel],
      ['relay', () => this.#measureSigned(at, {}), ({ failure }: Measured) => failure || heldBack],
    ] as const;
    const why: Record<string, string> = {};
    for (const [use, measure, whyNot] of tries) {
      const test = await measure();
      if (isStreamed(test)) return { finding: streamingFinding(use, why, test, reports), use, why };
      why[use] = whyNot(test, at);
      if (use !== 'relay') continue;
      // A site that cannot be called keeps the relay, which works nearly everywhere.
      const found = test.failure === '' ? 'sync' : '';
      return { finding: streamingFinding(found, why, test, reports), use: found, why };
    }
    throw new Error('One of the ways is the last.');
  }

  /** Asks for a nonce twice as old programs do, and twice as the chat does: at an address that was never used before. */
  async caches(at: string): Promise<SiteCheck> {
    const plain = await this.#askTwice(at, false);
    const fresh = await this.#askTwice(at, true);
    if (!plain || !fresh) {
      return {
        finding: unknown(
          'It is unknown whether a cache stores answers of the chat',
          'The site could not compare two answers of its own.',
          'See the check "REST API of the chat" first.',
        ),
      };
    }
    if (!plain.isStored && !fresh.isStored) {
      return { finding: good('No cache stores answers of the chat') };
    }
    const says = `Two calls of ${at}/session got the same answer.`;
    const next = cacheRemedy(at, (fresh.isStored ? fresh : plain).headers);
    return {
      finding: fresh.isStored
        ? critical(
            'A cache answers in place of the chat',
            `${says} Visitors get old answers, and those of others.`,
            next,
          )
        : recommended(
            'A cache stores answers of the chat',
            `${says} The chat itself asks at a new address each time, but other programs do not.`,
            next,
          ),
    };
  }

  /** Asks the chosen vendors for one word and one vector. Built-in and local models need no call. */
  async model(): Promise<SiteCheck> {
    const { llm, embeddings } = await this.#dependencies.settings.get();
    const chosen = { llm: llm.provider, embedding: embeddings.provider };
    const asked = (['llm', 'embedding'] as const).filter(
      (scope) => !['builtin', 'local', 'none', ''].includes(chosen[scope]),
    );
    if (asked.length === 0) return { finding: await this.#localModel() };
    for (const scope of asked) {
      const tested = await testConnection(
        this.#dependencies,
        scope,
        {},
        AbortSignal.timeout(vendorTimeout),
      );
      if (tested.ok) continue;
      return {
        finding: critical(
          silent[scope],
          `${chosen[scope]} does not answer: ${tested.message}`,
          'Check the key, the credit and the name of the model in the settings; "Test" there tries it at once.',
          settingsPage,
        ),
      };
    }
    const vendors = asked.map((scope) => chosen[scope]).join(', ');
    return { finding: good('The vendors of the chat answer', vendors) };
  }

  async #localModel(): Promise<Finding> {
    const { provider, local } = (await this.#dependencies.settings.get()).embeddings;
    const { offer } = await this.#dependencies.localModels.status();
    if (provider === 'local' && local.model === 'english' && offer?.wanted) {
      return recommended(
        'The chat finds pages in the language of this site by their words alone',
        `Questions that use other words find less, until the model ${offer.name} is on the sidecar's machine.`,
        'Download it in the settings of the embeddings, or with "wp itih models download".',
        settingsPage,
      );
    }
    return good(
      'The chat needs no vendor',
      'Language model and embeddings run on your server, without a key.',
    );
  }

  /**
   * Calls the site past the way of the bridge, which may lead past a proxy of visitors, and takes compressed answers as
   * browsers do: a host that compresses may hold streams back.
   */
  #call(url: string, within: number, headers: Record<string, string>): Promise<Response> {
    return fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.timeout(within),
      headers: { ...this.#dependencies.siteAuth(new URL(url)), ...headers },
    });
  }

  #callSession(at: string, isFresh: boolean): Promise<Response> {
    const url = `${at}/session`;
    const id = randomUUID();
    return this.#call(isFresh ? withQuery(url, { _: id }) : url, callTimeout, {
      'x-request-id': id,
    });
  }

  /** Returns null if the answers cannot be compared. */
  async #askTwice(at: string, isFresh: boolean) {
    const ids: string[] = [];
    for (;;) {
      const answer = await this.#callSession(at, isFresh).catch(() => null);
      await answer?.body?.cancel();
      const id = answer?.headers.get('x-request-id');
      if (!answer?.ok || !id) return null;
      if (ids.push(id) === 2) return { isStored: ids[0] === id, headers: answer.headers };
    }
  }

  /** Calls the test that only the sidecar's listener for visitors answers, with the nonce of a visitor. */
  async #measureEdge(at: string): Promise<Measured> {
    const session = await this.#callSession(at, true)
      .then(({ body }) => readBounded(body ?? new Blob().stream(), maxBytes))
      .then(String, () => '');
    const nonce = /"nonce":"(\w+)"/.exec(session)?.[1] ?? '';
    const test = await this.#measure(`${at}/chat/test`, { 'x-wp-nonce': nonce });
    if (test.failure !== '' || test.headers.get('x-itih-transport') === 'edge') return test;
    return { ...test, failure: 'another program answered' };
  }

  /** Calls the site's signed test, which PHP relays or hands over as the query says. */
  async #measureSigned(at: string, query: Record<string, string>): Promise<Measured> {
    const route = '/itih/v1/bridge/stream-test';
    const identity = { role: 'system', user_id: 0, ip: '', locale: '' } as const;
    const asked = { ...query, _: randomUUID() };
    const call = { method: 'GET', route, query: Object.entries(asked), identity };
    const { site, clock } = this.#dependencies;
    const headers = signedHeaders(call, await site.get(), clock());
    return this.#measure(withQuery(`${at}/bridge/stream-test`, asked), headers);
  }

  /** Reads the sidecar's test frames at an address of the site. */
  async #measure(url: string, given: Record<string, string>): Promise<Measured> {
    const frames: { at: number; arrived: number; isLast: boolean }[] = [];
    let [failure, status, headers, rest, length] = ['', 0, new Headers(), '', 0];
    try {
      const accept = 'text/event-stream';
      const response = await this.#call(url, streamTimeout, { accept, ...given });
      ({ status, headers } = response);
      for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const arrived = performance.now();
        // A comment or a part of a frame stays until its empty line.
        const texts = (rest + part).split('\n\n');
        rest = texts.pop() ?? '';
        for (const data of texts.flatMap((text) => /^data: (.+)$/m.exec(text)?.[1] ?? [])) {
          const { n, of, at } = streamTestFrame.parse(JSON.parse(data));
          frames.push({ at, arrived, isLast: n === of });
        }
        if ((length += part.length) > maxBytes) break;
      }
    } catch (error) {
      failure = plainReason(error) ?? (error instanceof Error ? error.message : String(error));
    }
    const [first, last] = [frames[0], frames.at(-1)];
    const isWhole = first !== undefined && last?.isLast === true;
    failure ||= status === 200 ? 'the answer broke off' : `HTTP ${status}`;
    return {
      failure: isWhole ? '' : failure,
      frames: frames.length,
      sentMs: isWhole ? last.at - first.at : 0,
      arrivedMs: isWhole ? Math.round(last.arrived - first.arrived) : 0,
      ...{ status, headers, code: /^\{"code":"(\w+)"/.exec(rest)?.[1] ?? '' },
    };
  }
}
