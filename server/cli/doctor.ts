import { readFileSync, writeFileSync } from 'node:fs';
import type { BridgeTransport } from '../contract/bridge.ts';
import { ConfigError } from '../errors/config-error.ts';
import { plainReason } from '../errors/plain-reason.ts';
import { givenVariables, type SiteChoice } from '../config/config.ts';
import {
  examine,
  publicUrl,
  fail,
  hasFailed,
  type Finding,
} from '../composition/doctor/examine.ts';
import { countAll, supportBundle, type Facts } from '../composition/doctor/support-bundle.ts';
import { errorText } from '../runtime/logged-error.ts';
import { plain } from './plain.ts';
import { placesOf, serviceName, Systemctl } from './service/systemd.ts';
import { withServices } from './with-services.ts';

export interface DoctorOptions extends SiteChoice {
  snippets?: keyof BridgeTransport['snippets'];
  json?: boolean;
  /** File for a support bundle. */
  bundle?: string;
  /** File with the sidecar's log, where it is no service of systemd. */
  log?: string;
  /** Lines of the log in the bundle. */
  lines?: number;
}

const usualLines = 500;

/** Returns the end of the log: of a file, or of the service in systemd's journal. */
async function endOfLog(file: string | undefined, lines: number, home: string): Promise<string> {
  if (file !== undefined) return readFileSync(file, 'utf8').split('\n').slice(-lines).join('\n');
  for (const scope of ['system', 'user'] as const) {
    const { name } = placesOf(scope, serviceName(home));
    const text = await new Systemctl(scope).log(name, lines);
    if (text.includes('{')) return text;
  }
  return '';
}

/** Returns the failure that keeps the sidecar from starting at all. */
function notStarted(error: unknown): Finding {
  const says = plainReason(error) ?? errorText(error);
  return error instanceof ConfigError
    ? fail('configuration', says, 'Correct it; docs/configuration.md has all variables.')
    : fail('start', says, 'Until this is mended nothing else can be checked.');
}

async function factsOf({ log, lines = usualLines, ...site }: DoctorOptions, withLog: boolean) {
  const facts: Facts = { findings: [], log: '', variables: Object.keys(givenVariables()) };
  try {
    await withServices(site, async (services) => {
      const { config } = services;
      facts.config = config;
      Object.assign(facts, await examine(services));
      facts.counts = await countAll(services);
      const settings = await services.settings.get().catch(() => null);
      if (settings) facts.settings = settings;
      if (withLog) facts.log = await endOfLog(log, lines, config.siteHome || config.siteUrl);
    });
  } catch (error) {
    facts.findings = [...facts.findings, notStarted(error)];
    if (withLog && log !== undefined) facts.log = await endOfLog(log, lines, '');
  }
  return facts;
}

function show({ check, result, says, next }: Finding): void {
  console.log(`${result.padEnd(4)}  ${check}: ${plain(says)}`);
  if (next) console.log(`      → ${next}`);
}

/** `itih doctor`: ends with status 1 if a check fails. */
export async function doctorCommand(options: DoctorOptions): Promise<void> {
  const { snippets, json = false, bundle, ...rest } = options;
  if (snippets) {
    return withServices(rest, async ({ bridge, config }) => {
      console.log((await bridge.transport(publicUrl(config))).snippets[snippets]);
    });
  }
  const facts = await factsOf(rest, bundle !== undefined);
  if (json) console.log(JSON.stringify(facts.findings, null, 2));
  else facts.findings.forEach(show);
  if (bundle !== undefined) {
    // Nobody else on this machine needs to read it.
    writeFileSync(bundle, supportBundle(facts), { mode: 0o600 });
    if (!json) console.log(`Wrote ${bundle}. Look through it before you send it to anybody.`);
  }
  if (hasFailed(facts.findings)) process.exitCode = 1;
}
