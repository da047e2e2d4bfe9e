import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { ownVariables, readConfig, type Config, type SiteChoice } from '../config/config.ts';
import { readConnectCode } from '../config/connect-code.ts';
import type { ConnectReply } from '../contract/connect.ts';
import { ConfigError } from '../errors/config-error.ts';
import { exchange, siteAddress } from '../wordpress/connect-site.ts';
import { readEnvironment, writeEnvironment } from './service/environment-file.ts';

/**
 * Exchanges a one-time code for the connection.
 *
 * @param siteAuth `user:password` for the site's web server; empty: it asks for none
 * @throws ConfigError
 */
export async function exchangeCode(
  text: string,
  sidecarUrl: string,
  siteAuth = '',
): Promise<ConnectReply> {
  const given = readConnectCode(text);
  if (!('code' in given)) {
    throw new ConfigError(
      'This code holds the secret itself: start the sidecar with it in ITIH_CONNECT.',
    );
  }
  return exchange(siteAddress(given.site), { code: given.code, siteAuth }, sidecarUrl);
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
  const given = variables['ITIH_CONNECT'] ? readConnectCode(variables['ITIH_CONNECT']) : null;
  if (!given || !('code' in given)) return readConfig(variables, site);
  // Mistakes in other variables are told before the code is used up.
  const rest = {
    ...variables,
    ITIH_CONNECT: '',
    ITIH_SITE_URL: given.site,
    ITIH_SECRET: given.code,
  };
  const { search, siteAuth } = readConfig(rest, site);
  const withConnection = (connect: string) =>
    readConfig({ ...variables, ITIH_CONNECT: connect }, site);

  const usedCode = createHash('sha256').update(given.code).digest('hex');
  const file = search.folder === null ? null : join(search.folder, 'connection.env');
  const kept = file === null ? {} : readEnvironment(file);
  if (kept['ITIH_CONNECT'] && kept['USED_CODE'] === usedCode)
    return withConnection(kept['ITIH_CONNECT']);
  const keep = (connection: Record<string, string>) => {
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
  const { connect } = await exchangeCode(variables['ITIH_CONNECT']!, '', siteAuth);
  keep({ ITIH_CONNECT: connect, USED_CODE: usedCode });
  return withConnection(connect);
}
