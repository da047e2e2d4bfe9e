import { sql } from 'kysely';
import { ConfigError, type Config } from '../config.ts';
import type { Database } from '../storage/database.ts';

/** With `--wp` what wp-config.php does not say stands in the site's own options. */
export async function siteOptions(config: Config, database: Database): Promise<Config> {
  const table = database.prefix.replace(/rag_$/, 'options');
  const { rows } = await sql<{ option_name: string; option_value: string }>`
    select option_name, option_value from ${sql.table(table)}
    where option_name in ('home', 'itih_secret')`.execute(database.query);
  const options = Object.fromEntries(rows.map((row) => [row.option_name, row.option_value]));
  const secret = config.secret || options['itih_secret'];
  if (!secret) {
    throw new ConfigError('There is no secret: activate the plugin, or define ITIH_SECRET.');
  }
  const siteUrl = config.siteUrl || (options['home'] ?? '').replace(/(?<!\/)\/+$/, '');
  return { ...config, secret, siteUrl };
}
