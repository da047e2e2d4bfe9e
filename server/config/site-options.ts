import { sql } from 'kysely';
import { AppError } from '../errors/app-error.ts';
import type { Config } from './config.ts';
import { ConfigError } from '../errors/config-error.ts';
import type { Database } from '../storage/database.ts';
import { requireLong, saltNames, withKeyMaterial, type Salts } from './key-material.ts';
import { withoutSlash } from '../net/without-slash.ts';

type Open = (config: Pick<Config, 'database'>) => Database;
type Options = Record<string, string | undefined>;

const names = ['home', 'itih_secret', 'itih_site_id', 'itih_site_url', ...saltNames];

/** Whether MySQL (ER_NO_SUCH_TABLE) or SQLite reports a missing table. */
function isMissingTable(error: unknown): boolean {
  const { errno, message } = error as { errno?: number; message: string };
  return errno === 1146 || message.startsWith('no such table');
}

/** Reads the network's salts, which take precedence over the site's; empty without a network. */
async function networkSalts(database: Database, base: string): Promise<Options> {
  try {
    const { rows } = await sql<{ meta_key: string; meta_value: string }>`
      select meta_key, meta_value from ${sql.table(`${base}sitemeta`)}
      where meta_key in (${sql.join(saltNames)}) order by site_id desc`.execute(database.query);
    return Object.fromEntries(rows.map((row) => [row.meta_key, row.meta_value]));
  } catch (error) {
    if (isMissingTable(error)) return {};
    throw error;
  }
}

/** Returns the prefix of a site of a network: with its number, except for the first site (wpdb::get_blog_prefix()). */
async function sitePrefix(database: Database, base: string, address: string): Promise<string> {
  const { host, pathname } = new URL(address);
  const path = `${withoutSlash(pathname)}/`;
  try {
    const { rows } = await sql<{ blog_id: number }>`select blog_id from ${sql.table(`${base}blogs`)}
      where domain = ${host} and path = ${path}`.execute(database.query);
    const id = rows[0]?.blog_id;
    if (id !== undefined) return id === 1 ? base : `${base}${id}_`;
  } catch (error) {
    if (!isMissingTable(error)) throw error;
    throw new ConfigError('This WordPress is not a network: leave --url out.');
  }
  throw new ConfigError(`The network has no site at ${host}${path}: see --url.`);
}

async function readOptions(database: Database, prefix: string): Promise<Options> {
  try {
    const { rows } = await sql<{ option_name: string; option_value: string }>`
      select option_name, option_value from ${sql.table(`${prefix}options`)}
      where option_name in (${sql.join(names)})`.execute(database.query);
    return Object.fromEntries(rows.map((row) => [row.option_name, row.option_value]));
  } catch (error) {
    if (!isMissingTable(error)) throw error;
    throw new AppError('not_configured', {
      message: `There is no table ${prefix}options: WordPress is not installed, or its prefix is another.`,
    });
  }
}

/**
 * With `--wp`, adds the values that wp-config.php does not define from the site's options.
 *
 * @throws ConfigError for a wrong setting; AppError `not_configured` until the plugin is active
 */
export async function completeConfig(config: Config, open: Open): Promise<Config> {
  const { wordpress } = config;
  if (!wordpress) return config;
  const site = open(wordpress);
  try {
    const base = wordpress.database.prefix.replace(/rag_$/, '');
    const prefix = wordpress.url ? await sitePrefix(site, base, wordpress.url) : base;
    const options = {
      ...(await readOptions(site, prefix)),
      ...(await networkSalts(site, base)),
    };
    const home = withoutSlash(options['home'] ?? '');
    const secret = config.secret || options['itih_secret'];
    if (!secret) {
      throw new AppError('not_configured', {
        message: 'There is no secret: activate the plugin, or define ITIH_SECRET.',
      });
    }
    requireLong('The option itih_secret', secret);
    const salts = Object.fromEntries(
      saltNames.map((name) => [name, config.salts[name] || (options[name] ?? '')]),
    ) as Salts;
    const isSites = config.database === wordpress.database;
    return withKeyMaterial({
      ...config,
      secret,
      salts,
      siteUrl: config.siteUrl || home,
      siteId: config.siteId || (options['itih_site_id'] ?? ''),
      siteHome: withoutSlash(options['itih_site_url'] ?? '') || home,
      ...(isSites && { database: { ...wordpress.database, prefix: `${prefix}rag_` } }),
    });
  } finally {
    await site.close();
  }
}
