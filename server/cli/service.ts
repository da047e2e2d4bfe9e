import { existsSync, rmSync } from 'node:fs';
import { openDatabase } from '../composition/services.ts';
import {
  givenVariables,
  readConfig,
  serviceVariables,
  type Config,
  type SiteChoice,
} from '../config/config.ts';
import { authorized } from '../config/site-connection.ts';
import { completeConfig } from '../config/site-options.ts';
import { ConfigError } from '../errors/config-error.ts';
import { fetchSiteIdentity } from '../wordpress/bridge.ts';
import { siteAddress } from '../wordpress/connect-site.ts';
import { install } from './service/install.ts';
import { problemWith } from './service/reach.ts';
import {
  placesFor,
  placesOf,
  readEnvironment,
  serviceName,
  Systemctl,
  usualScope,
  type Scope,
} from './service/systemd.ts';

export interface ServiceOptions extends SiteChoice {
  /** Instead of `wp`: address of a site elsewhere, after `itih connect`. */
  connected?: string;
  userUnit?: boolean;
  /** Account of a service of the machine, instead of the owner of wp-config.php. */
  account?: string;
}

const say = (line: string) => console.log(line);

/** Reads the configuration that the service will have: of the WordPress here, or as `itih connect` has stored it. */
async function configOf({ wp, url, connected }: ServiceOptions, scope: Scope): Promise<Config> {
  if (connected !== undefined) {
    const { environment } = placesOf(scope, serviceName(siteAddress(connected)));
    const stored = readEnvironment(environment);
    if (!stored['ITIH_CONNECT']) throw new ConfigError(`Run "itih connect ${connected}" first.`);
    const config = readConfig({ ...stored, ...givenVariables() });
    const fetch = authorized(globalThis.fetch, config.siteAuth);
    const { id, url: home } = await fetchSiteIdentity(config.siteUrl, fetch);
    return { ...config, siteId: id, siteHome: home };
  }
  if (wp === undefined) {
    throw new ConfigError(
      'Name the folder of WordPress with --wp, or a site elsewhere with --connected.',
    );
  }
  const choice = { wp, ...(url !== undefined && { url }) };
  return completeConfig(readConfig(undefined, choice), openDatabase);
}

/** Returns the configuration and the places of a site's service, and what calls and steers it. */
async function serviceOf(options: ServiceOptions) {
  const scope = options.userUnit ? 'user' : usualScope();
  const config = await configOf(options, scope);
  const { wp = null, url = '', connected } = options;
  const { secret, siteId: id, siteHome } = config;
  return {
    config,
    places: placesFor({ home: connected ?? siteHome, wp, url }, scope),
    systemctl: new Systemctl(scope),
    caller: { clock: Date.now, secret, id, url: siteHome },
  };
}

/** @throws ConfigError if there is no such service */
async function installedService(options: ServiceOptions) {
  const service = await serviceOf(options);
  const { name, unit } = service.places;
  if (existsSync(unit)) return service;
  throw new ConfigError(`${name} is not installed. The command "install" does that.`);
}

/** `itih service install` */
export async function installCommand(options: ServiceOptions & { port?: number }): Promise<void> {
  const { config, places, systemctl, caller } = await serviceOf(options);
  const { wp, url = '', port } = options;
  const address = await install({
    config,
    wp: wp ?? null,
    url,
    scope: places.scope,
    systemctl,
    caller,
    port,
    runAs: options.account,
    say,
    variables: wp === undefined ? givenVariables() : serviceVariables(wp, url),
  });
  say(`The sidecar runs at ${address}`);
  if (port === undefined && !address.endsWith(':8790')) {
    say(`Tell the plugin, in wp-config.php: define( 'ITIH_SIDECAR_URL', '${address}' );`);
  }
}

/** `itih service status` */
export async function statusCommand(options: ServiceOptions): Promise<void> {
  const { places, systemctl, caller } = await installedService(options);
  const { name, environment } = places;
  const port = readEnvironment(environment)['ITIH_PORT'];
  if (port === undefined) throw new ConfigError(`${environment} does not say ITIH_PORT.`);
  const address = `http://127.0.0.1:${port}`;
  const state = await systemctl.call('is-active', name).catch(() => 'not running');
  say(`${name}: ${state}, ${address}`);
  const problem = await problemWith(address, caller);
  if (problem !== null) {
    const next = 'The command "restart" starts it, "logs" shows why it ended.';
    throw new ConfigError(state === 'active' ? problem : `${problem} ${next}`);
  }
  say('WordPress and the sidecar hear each other.');
}

/** `itih service logs` */
export async function logsCommand(options: ServiceOptions & { lines: number }): Promise<void> {
  const { places, systemctl } = await installedService(options);
  say(await systemctl.log(places.name, options.lines));
}

/** `itih service restart` */
export async function restartCommand(options: ServiceOptions): Promise<void> {
  const { places, systemctl } = await installedService(options);
  await systemctl.call('restart', places.name);
  say(`Started ${places.name}`);
}

/** `itih service uninstall`: removes the service; documents and conversations stay in the database. */
export async function uninstallCommand(options: ServiceOptions): Promise<void> {
  const { places, systemctl } = await installedService(options);
  await systemctl.call('disable', '--now', places.name);
  rmSync(places.unit);
  rmSync(places.environment, { force: true });
  await systemctl.call('daemon-reload');
  say(`Removed ${places.name}. Documents and conversations are still in the database.`);
}
