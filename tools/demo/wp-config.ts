import { writeFile } from 'node:fs/promises';
import type { Site } from './site.ts';

const quote = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;

function constants(site: Site): Record<string, string | boolean> {
  return {
    ...site.salts,
    ITIH_SECRET: site.secret,
    ITIH_SIDECAR_URL: `http://127.0.0.1:${site.sidecarPort}`,
    // Nothing leaves this computer.
    WP_HTTP_BLOCK_EXTERNAL: true,
    WP_ACCESSIBLE_HOSTS: '127.0.0.1,localhost',
    AUTOMATIC_UPDATER_DISABLED: true,
    DISABLE_WP_CRON: true,
    WP_ENVIRONMENT_TYPE: 'local',
  };
}

function render(site: Site): string {
  const lines = Object.entries({ ...constants(site), DB_NAME: 'wordpress' }).map(
    ([name, value]) => {
      const literal = typeof value === 'string' ? quote(value) : String(value);
      return `defined( '${name}' ) || define( '${name}', ${literal} );`;
    },
  );
  return [
    '<?php',
    ...lines,
    "$table_prefix = 'wp_';",
    "defined( 'ABSPATH' ) || define( 'ABSPATH', __DIR__ . '/' );",
    "require_once ABSPATH . 'wp-settings.php';",
    '',
  ].join('\n');
}

/** Home and site address are not here: Playground's `--site-url` defines them. */
export function writeConfig(file: string, site: Site): Promise<void> {
  return writeFile(file, render(site), { mode: 0o600 });
}
