import { hostname } from 'node:os';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { givenVariables } from '../config/config.ts';
import { isConnectCode, readConnectCode } from '../config/connect-code.ts';
import type { ConnectReply } from '../contract/connect.ts';
import { ConfigError } from '../errors/config-error.ts';
import { withoutSlash } from '../net/without-slash.ts';
import { authorizationUrl, exchange, siteAddress } from '../wordpress/connect-site.ts';
import { exchangeCode } from './connected-config.ts';
import { readEnvironment, writeEnvironment } from './service/environment-file.ts';
import { placesOf, serviceName } from './service/places.ts';
import { usualScope } from './service/systemctl.ts';

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
