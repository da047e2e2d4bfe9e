import { sql } from 'kysely';
import { ConfigError, requireLong, withKeyMaterial, type Config } from '../config.ts';
import type { Database } from '../storage/database.ts';
import { saltNames, type Salts } from './salts.ts';

type Options = Record<string, string | undefined>;

/** The network's, which come before the site's; empty where there is no network. */
async function networkOptions(database: Database): Promise<Options> {
  const table = database.prefix.replace(/rag_$/, 'sitemeta');
  try {
    const { rows } = await sql<{ meta_key: string; meta_value: string }>`
      select meta_key, meta_value from ${sql.table(table)}
      where meta_key in (${sql.join(saltNames)}) order by site_id desc`.execute(database.query);
    return Object.fromEntries(rows.map((row) => [row.meta_key, row.meta_value]));
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === 'ER_NO_SUCH_TABLE' || message.startsWith('no such table')) return {};
    throw error;
  }
}

/** With `--wp` what wp-config.php does not say stands in the site's own options. */
export async function siteOptions(config: Config, database: Database): Promise<Config> {
  if (!config.asksSite) return config;
  const table = database.prefix.replace(/rag_$/, 'options');
  const { rows } = await sql<{ option_name: string; option_value: string }>`
    select option_name, option_value from ${sql.table(table)}
    where option_name in ('home', 'itih_secret', ${sql.join(saltNames)})`.execute(database.query);
  const options: Options = {
    ...Object.fromEntries(rows.map((row) => [row.option_name, row.option_value])),
    ...(await networkOptions(database)),
  };
  const secret = config.secret || options['itih_secret'];
  if (!secret) {
    throw new ConfigError('There is no secret: activate the plugin, or define ITIH_SECRET.');
  }
  requireLong('The option itih_secret', secret);
  const siteUrl = config.siteUrl || (options['home'] ?? '').replace(/\/+$/, '');
  const salts = Object.fromEntries(
    saltNames.map((name) => [name, config.salts[name] || (options[name] ?? '')]),
  ) as Salts;
  return withKeyMaterial({ ...config, secret, siteUrl, salts });
}
