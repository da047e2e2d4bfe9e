import { writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { runPhp } from '../../stack.ts';

interface Versions {
  php: string;
  wordpress: string;
  database: string;
}

test('the bed says which versions it runs', async () => {
  const versions = await runPhp<Versions>(`global $wpdb;
    return array(
      'php'       => PHP_VERSION,
      'wordpress' => get_bloginfo( 'version' ),
      'database'  => $wpdb->get_var( 'SELECT VERSION()' ),
    );`);
  expect(versions.php).toMatch(/^8\./);
  const file = process.env['ITIH_VERSIONS_FILE'];
  if (file) writeFileSync(file, JSON.stringify({ ...versions, node: process.versions.node }));
});
