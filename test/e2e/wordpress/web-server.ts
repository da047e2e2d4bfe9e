/** The bed's nginx with the configuration that `wp itih doctor --snippets=nginx` prints. */
import { reloadNginx } from '../../../tools/stack/nginx.ts';
import { runPhp, stack } from '../../stack.ts';

export const printedSnippet = (server: 'nginx' | 'apache' | 'caddy', publicUrl: string) =>
  runPhp<string>(`require_once \\Itih\\RagChat\\PLUGIN_DIR . '/includes/snippets.php';
    return \\Itih\\RagChat\\snippet( '${server}', '${publicUrl}' );`);

/** Which parts of the snippet are used. */
export type Parts = 'accel' | 'both' | 'none';

export async function useSnippet(parts: Parts, publicPort: number): Promise<void> {
  const { folder, logs, url, wpDir, phpSocket, sidecarPort } = stack();
  const text = await printedSnippet('nginx', `http://127.0.0.1:${publicPort}`);
  const [accel = ''] = text.split('# 2. Edge');
  const more = { accel, both: text, none: '' }[parts];
  const port = Number(new URL(url).port);
  await reloadNginx(folder, logs, { port, root: wpDir, phpSocket, sidecarPort, more });
}

/** Environment with which a sidecar has a listener for visitors and knows the site's nonces. */
export async function publicEnv(publicPort: number): Promise<Record<string, string>> {
  const [key, salt] = await runPhp<[string, string]>('return array( NONCE_KEY, NONCE_SALT );');
  return { ITIH_PUBLIC_PORT: String(publicPort), ITIH_NONCE_KEY: key, ITIH_NONCE_SALT: salt };
}

export interface Transport {
  use: string;
  why: Record<string, string>;
}

/** Runs the self-test as Site Health does, and gives what it found. */
export async function selfTest(): Promise<Transport> {
  return runPhp<Transport>('return \\Itih\\RagChat\\test_transport();');
}
