import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import {
  givenVariables,
  ownVariables,
  readConfig,
  type Config,
  type SiteChoice,
} from '../config/config.ts';
import { isConnectCode, readConnectCode } from '../config/connect-code.ts';
import type { ConnectReply } from '../contract/connect.ts';
import { ConfigError } from '../errors/config-error.ts';
import { withoutSlash } from '../net/without-slash.ts';
import { authorizationUrl, exchange, siteAddress } from '../wordpress/connect-site.ts';
import {
  placesOf,
  readEnvironment,
  serviceName,
  usualScope,
  writeEnvironment,
  type Environment,
} from './service/systemd.ts';

/**
 * Exchanges a one-time code for the connection.
 *
 * @param siteAuth `user:password` for the site's web server; empty: it asks for none
 * @throws ConfigError
 */
async function exchangeCode(
  text: string,
  sidecarUrl: string,
  siteAuth = '',
): Promise<ConnectReply> {
  const given = readConnectCode(text);
  if ('code' in given) {
    return exchange(siteAddress(given.site), { code: given.code, siteAuth }, sidecarUrl);
  }
  throw new ConfigError(
    'This code holds the secret itself: start the sidecar with it in ITIH_CONNECT.',
  );
}

/**
 * Reads the configuration as `readConfig()` does. A one-time code in ITIH_CONNECT is exchanged with the first start; the
 * connection is kept with the sidecar's files, for further starts with the same code.
 *
 * @throws ConfigError
 */
export async function connectedConfig(
  site: SiteChoice = {},
  variables = ownVariables(),
): Promise<Config> {
  const { ITIH_CONNECT: text } = variables;
  const given = text ? readConnectCode(text) : null;
  if (!text || !given || !('code' in given)) return readConfig(variables, site);
  // Mistakes in other variables are told before the code is used up.
  const rest = { ITIH_CONNECT: '', ITIH_SITE_URL: given.site, ITIH_SECRET: given.code };
  const { search, siteAuth } = readConfig({ ...variables, ...rest }, site);
  const withConnection = (connect: string) =>
    readConfig({ ...variables, ITIH_CONNECT: connect }, site);

  const usedCode = createHash('sha256').update(given.code).digest('hex');
  const file = search.folder === null ? null : join(search.folder, 'connection.env');
  const kept = file === null ? {} : readEnvironment(file);
  if (kept['ITIH_CONNECT'] && kept['USED_CODE'] === usedCode) {
    return withConnection(kept['ITIH_CONNECT']);
  }
  const keep = (connection: Environment) => {
    try {
      if (file === null) throw new Error('the database is in memory');
      writeEnvironment(file, connection);
    } catch (error) {
      throw new ConfigError(
        `The connection cannot be kept, and a one-time code works once (${(error as Error).message}). Give the sidecar a ` +
          'folder that stays (ITIH_CACHE_DIR), or choose the lasting form of the code in the admin.',
        { cause: error },
      );
    }
  };
  keep(kept);
  const { connect } = await exchangeCode(text, '', siteAuth);
  keep({ ITIH_CONNECT: connect, USED_CODE: usedCode });
  return withConnection(connect);
}

export interface ConnectOptions {
  /** Where WordPress reaches this sidecar. */
  address?: string;
  print?: boolean;
}

/** Standard output is for the variable alone. */
const say = (line: string) => console.error(line);

/** Reads answers line by line, from a terminal or a pipe; a hidden one is not shown. */
function openPrompt() {
  let hidden = false;
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!hidden) process.stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
  const answers = lines[Symbol.asyncIterator]();
  return {
    async ask(question: string, { secret = false } = {}): Promise<string> {
      process.stderr.write(question);
      hidden = secret;
      const { value } = await answers.next();
      hidden = false;
      if (secret) say('');
      if (!value?.trim()) throw new ConfigError('Nothing was entered, so nothing was changed.');
      return value.trim();
    },
    close: () => lines.close(),
  };
}

/** Leads through the approval of an application password, and exchanges it. */
async function approve(address: string, sidecarUrl: string): Promise<ConnectReply> {
  const screen = await authorizationUrl(address, `Itih RAG Chat on ${hostname()}`);
  say('1. Open this address, log in as an administrator, and approve the connection:\n');
  say(`   ${screen}\n`);
  say('2. WordPress then shows a password, which works once. Enter it here.\n');
  const prompt = openPrompt();
  let given;
  try {
    const user = await prompt.ask('User name: ');
    given = { user, password: await prompt.ask('Password: ', { secret: true }) };
  } finally {
    prompt.close();
  }
  return exchange(address, given, sidecarUrl);
}

/** `itih connect`: gets the secret of a site elsewhere, and tells it where this sidecar is. */
export async function connectCommand(given: string, options: ConnectOptions): Promise<void> {
  const sidecarUrl = options.address ?? '';
  const reply = isConnectCode(given)
    ? await exchangeCode(given, sidecarUrl, givenVariables()['ITIH_SITE_AUTH'])
    : await approve(siteAddress(given), sidecarUrl);
  const { site: home } = readConnectCode(reply.connect);
  say(`Connected to ${home}. What it was connected with is deleted.`);
  say(`WordPress calls the sidecar at ${reply.sidecar_url}`);
  if (options.address && reply.sidecar_url !== withoutSlash(options.address)) {
    say('That address is set in wp-config.php (ITIH_SIDECAR_URL): change it there.');
  }
  if (options.print) return console.log(`ITIH_CONNECT=${reply.connect}`);
  const { environment } = placesOf(usualScope(), serviceName(home));
  writeEnvironment(environment, { ...readEnvironment(environment), ITIH_CONNECT: reply.connect });
  say(`Wrote ${environment}`);
  say(`Start it as a service: itih service install --connected ${home}`);
}
