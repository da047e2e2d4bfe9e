import { expect, test } from '@jest/globals';
import { anonymous, pluginComplaints, runPhp } from '../../stack.ts';

interface Client {
  client_id: string;
  redirect_uris: string[];
  token_endpoint_auth_method: string;
}

test('without HTTPS the site cannot describe itself', async () => {
  const { status, body } = await anonymous<{ code: string }>('GET', '/itih/v1/mcp/client');
  expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' });
});

test('with HTTPS the document’s own address is the client id', async () => {
  const client = await runPhp<Client>(`
    $https = static fn() => 'https://site.example';
    add_filter( 'option_home', $https );
    add_filter( 'option_siteurl', $https );
    return \\Itih\\RagChat\\oauth_client_response()->get_data();
  `);
  expect(client).toMatchObject({
    client_id: 'https://site.example/wp-json/itih/v1/mcp/client',
    redirect_uris: ['https://site.example/wp-admin/admin.php?page=itih-rag-chat-settings&tab=mcp'],
    token_endpoint_auth_method: 'none',
  });
});

test('without pretty addresses there is none', async () => {
  const id = await runPhp<string>(`
    add_filter( 'option_home', static fn() => 'https://site.example' );
    add_filter( 'option_permalink_structure', static fn() => '' );
    return \\Itih\\RagChat\\oauth_client_url();
  `);
  expect(id).toBe('');
});

test('the refusal of a sign-in stays in the address until it is read', async () => {
  const removable = (query: string) =>
    runPhp<string[]>(`parse_str( '${query}', $_GET ); return wp_removable_query_args();`);
  expect(await removable('page=itih-rag-chat-settings')).toContain('error');
  expect(await removable('page=itih-rag-chat-settings&state=1.x')).not.toContain('error');
  expect(await removable('page=other&state=1.x')).toContain('error');
});

test('PHP complained of nothing', () => {
  expect(pluginComplaints()).toEqual([]);
});
