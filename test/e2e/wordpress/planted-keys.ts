/** Keys in every place of the product that holds one, to be searched for wherever it says something. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { vendors, variableOf } from '../../../server/contract/providers.ts';
import { settingsDefaults } from '../../../server/contract/settings-defaults.ts';
import { secretFields } from '../../../server/contract/settings.ts';
import { rest, runPhp, stack } from '../../stack.ts';
import type { Secrets } from './secrets.ts';
import { saveSettings } from './visitor.ts';

type Json = Record<string, unknown>;

const refusals = [401, 400, 403, 404];

/**
 * A vendor, and an MCP server, that refuses every request in turn as one or the other, and says what it was asked
 * with: address and headers.
 */
export async function startEcho(): Promise<{ url: string; server: Server; heard: () => string }> {
  let heard = '';
  let count = 0;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const said = `${request.url ?? ''} ${JSON.stringify(request.headers)}`;
      heard += said;
      const message = `Refused: ${said}`;
      const call = body.includes('"jsonrpc"') ? (JSON.parse(body) as { id?: number }) : null;
      const status = call ? 200 : refusals[count++ % refusals.length];
      response.writeHead(status ?? 400, { 'content-type': 'application/json' });
      const refusal = call
        ? { jsonrpc: '2.0', id: call.id, error: { code: -32000, message } }
        : { error: { message }, message, detail: message };
      response.end(JSON.stringify(refusal));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, server, heard: () => heard };
}

/** Returns a patch that fills every secret of the settings, and sends it to `url`. */
export function plantedSettings(secrets: Secrets, url: string): Record<string, Json> {
  const fill = (fields: Json, path: string): Json =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
        const at = `${path}${name}`;
        if ((secretFields as readonly string[]).includes(name)) return [[name, secrets.make(at)]];
        if (name === 'base_url') return [[name, url]];
        if (name === 'account_id') return [[name, 'account']];
        const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
        const inner = isGroup ? fill(value as Json, `${at}.`) : {};
        return Object.keys(inner).length > 0 ? [[name, inner]] : [];
      }),
    );
  return fill(settingsDefaults, '') as Record<string, Json>;
}

/** Vendors whose key the environment gives, before the stored one, so that both ways of giving one are there. */
export const givenVendors = vendors.filter((_, n) => n % 2 === 1);

/** Environment of a sidecar: keys of vendors and of its own. */
export const plantedEnvironment = (secrets: Secrets, url: string): Record<string, string> => ({
  ...Object.fromEntries(
    givenVendors.flatMap((vendor) => [
      [variableOf(vendor, 'API_KEY'), secrets.make(`the environment’s key of ${vendor}`)],
      [variableOf(vendor, 'BASE_URL'), url],
    ]),
  ),
  ITIH_ENCRYPTION_KEY: secrets.make('the key of encryption').padEnd(32, '0'),
  ITIH_VECTORIZE_URL: url,
});

/**
 * Fills all places of a running sidecar, and adds the keys that the site has anyway.
 *
 * @returns the id of the MCP server
 */
export async function plant(secrets: Secrets, url: string): Promise<number> {
  const { llm, embeddings, rerank, ...others } = plantedSettings(secrets, url);
  await saveSettings({
    ...others,
    // Asked, so that what the vendor says gets everywhere that a failure gets.
    llm: { ...llm, provider: 'openai', fallback: 'builtin', openai: withModel(llm, 'openai') },
    rerank: { ...rerank, provider: 'jina' },
    embeddings,
    general: { debug_logging: true },
    mcp: { enabled: true },
  });
  const { status, body } = await rest<{ id: number }>('POST', '/itih/v1/mcp/servers', {
    name: 'Echo',
    url,
    auth_header: `Bearer ${secrets.make('the header for an MCP server')}`,
  });
  if (status !== 201) throw new Error(`The MCP server answers ${status}`);
  const constants = await runPhp<Record<string, string>>(
    `return array( 'AUTH_KEY' => AUTH_KEY, 'AUTH_SALT' => AUTH_SALT, 'NONCE_KEY' => NONCE_KEY, 'NONCE_SALT' => NONCE_SALT );`,
  );
  for (const [name, value] of Object.entries(constants)) secrets.words.set(value, name);
  secrets.words.set(stack().secret, 'ITIH_SECRET');
  secrets.words.set(stack().dbPassword, 'the password of the database');
  return body.id;
}

const withModel = (group: Json | undefined, vendor: string) => ({
  ...(group?.[vendor] as Json),
  model: 'gpt-4o-mini',
});
