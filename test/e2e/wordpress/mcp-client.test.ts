import { expect, test } from '@jest/globals';
import { anonymous, pluginComplaints, runPhp } from '../../stack.ts';

test('without HTTPS the site cannot describe itself', async () => {
  const { status, body } = await anonymous<{ code: string }>('GET', '/itih/v1/mcp/client');
  expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' });
});

test('with HTTPS the document is for everybody, says what a client needs, and no more', async () => {
  const { user, status, document } = await runPhp<Record<string, unknown>>(`
    add_filter( 'option_blogname', static fn() => 'Tea &amp; Books' );
    $https = static fn() => 'https://site.example';
    add_filter( 'option_home', $https );
    add_filter( 'option_siteurl', $https );
    $response = rest_do_request( new WP_REST_Request( 'GET', '/itih/v1/mcp/client' ) );
    return array(
      'user' => get_current_user_id(),
      'status' => $response->get_status(),
      'document' => rest_get_server()->response_to_data( $response, false ),
    );
  `);
  expect({ user, status }).toEqual({ user: 0, status: 200 });
  // All of it: a secret or a contact would be read by everybody.
  expect(document).toEqual({
    // The address of the document itself, letter for letter.
    client_id: 'https://site.example/wp-json/itih/v1/mcp/client',
    client_name: 'Tea & Books',
    client_uri: 'https://site.example',
    redirect_uris: ['https://site.example/wp-admin/admin.php?page=itih-rag-chat-settings&tab=mcp'],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
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
