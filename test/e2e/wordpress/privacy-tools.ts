/** Core's privacy tools over HTTP: the request, its confirmation by the person, and what the administrator runs. */
import { strFromU8, unzipSync } from 'fflate';
import { login, runPhp, stack } from '../../stack.ts';

const tools = {
  export: { request: 'export_personal_data', screen: 'export-personal-data.php', of: 'exporter' },
  erase: { request: 'remove_personal_data', screen: 'erase-personal-data.php', of: 'eraser' },
} as const;
type Tool = keyof typeof tools;

/** Requests, and confirms by the link of core's mail. */
async function confirmed(tool: Tool, email: string): Promise<number> {
  const { id, key } = await runPhp<{ id: number; key: string }>(`
    add_filter( 'pre_wp_mail', '__return_true' );
    $id = wp_create_user_request( '${email}', '${tools[tool].request}' );
    if ( is_wp_error( $id ) ) { throw new Exception( $id->get_error_message() ); }
    return array( 'id' => $id, 'key' => wp_generate_user_request_key( $id ) );`);
  const link = `${stack().url}/wp-login.php?action=confirmaction&request_id=${id}&confirm_key=${key}`;
  const page = await (await fetch(link)).text();
  if (!/confirmed/i.test(page)) throw new Error(page.replace(/<[^>]+>/g, ' '));
  return id;
}

interface Step {
  success: boolean;
  data: { done?: boolean; url?: string; items_removed?: boolean; items_retained?: boolean };
}

/** Runs work on a confirmed request, which core keeps otherwise and allows no second one. */
async function withRequest<T>(tool: Tool, email: string, work: (id: number) => Promise<T>) {
  const id = await confirmed(tool, email);
  try {
    return await work(id);
  } finally {
    await runPhp(`wp_delete_post( ${id}, true );`);
  }
}

/** Runs all steps of a confirmed request as the screen's script does. Returns what they say, in order. */
async function run(tool: Tool, id: number): Promise<Step['data'][]> {
  const { screen, of } = tools[tool];
  const { cookie } = await login();
  const admin = `${stack().url}/wp-admin`;
  const html = await (await fetch(`${admin}/${screen}`, { headers: { cookie } })).text();
  const row = html
    .split(/(?=data-(?:ex|er)[a-z]+s-count=)/)
    .find((part) => part.includes(`data-request-id="${id}"`));
  const count = Number(/s-count="(\d+)"/.exec(row ?? '')?.[1]);
  const nonce = /data-nonce="([^"]+)"/.exec(row ?? '')?.[1] ?? '';
  const said: Step['data'][] = [];
  for (let index = 1; index <= count; index++) {
    for (let page = 1, done = false; !done; page++) {
      const body = new URLSearchParams({
        action: `wp-privacy-${screen.replace('.php', '')}`,
        id: String(id),
        [of]: String(index),
        page: String(page),
        security: nonce,
        sendAsEmail: 'false',
      });
      const answer = await fetch(`${admin}/admin-ajax.php`, {
        method: 'POST',
        headers: { cookie },
        body,
      });
      const { success, data } = (await answer.json()) as Step;
      if (!success) throw new Error(JSON.stringify(data));
      said.push(data);
      done = data.done ?? true;
    }
  }
  return said;
}

/** Returns the files of the archive that core makes for a person. */
export async function exportArchive(email: string): Promise<Record<string, string>> {
  const steps = await withRequest('export', email, (id) => run('export', id));
  const url = steps.at(-1)?.url ?? '';
  const archive = new Uint8Array(await (await fetch(url)).arrayBuffer());
  const files = Object.entries(unzipSync(archive));
  return Object.fromEntries(files.map(([name, bytes]) => [name, strFromU8(bytes)]));
}

/** @returns whether something was removed, and whether something was kept */
export async function erase(email: string): Promise<{ removed: boolean; retained: boolean }> {
  const steps = await withRequest('erase', email, (id) => run('erase', id));
  return {
    removed: steps.some(({ items_removed }) => items_removed),
    retained: steps.some(({ items_retained }) => items_retained),
  };
}
