import { expect, test } from '@jest/globals';
import { AddressGuard, parseAllowed } from '../../server/net/address-guard.ts';
import { oauthSite } from '../../server/mcp/oauth/site.ts';
import { settingsDefaults } from '../../server/contract/settings-defaults.ts';

const about = {
  name: 'A site',
  home_url: 'https://site.example',
  locale: 'en',
  wordpress_version: '7.1',
  plugin_version: '0.1.0',
};
const redirect_url = 'https://site.example/wp-admin/admin.php?page=chat';

const client_url = 'https://site.example/wp-json/itih/v1/mcp/client';
const own = { client_id: client_url, redirect_uris: [redirect_url] };
const says = (response: Response) => () => Promise.resolve(response);
const json = (document: object) => says(Response.json(document));

function describeSite(
  oauth: { redirect_url: string; client_url: string } | undefined,
  { address = '203.0.114.7', answer = json(own) } = {},
) {
  const settings = {
    fresh: () => Promise.resolve(settingsDefaults),
    site: () => ({ ...about, ...(oauth && { oauth }) }),
  };
  const resolve = () => Promise.resolve([{ address, family: 4 }]);
  const guard = new AddressGuard(parseAllowed('site.example'), resolve);
  return oauthSite({ settings, guard, fetchWith: () => answer });
}

test('a site whose document everybody can read names it', async () => {
  expect(await describeSite({ redirect_url, client_url })).toEqual({
    name: 'A site',
    homeUrl: 'https://site.example',
    redirectUrl: redirect_url,
    clientUrl: client_url,
  });
});

test.each<[string, string, Parameters<typeof describeSite>[1]]>([
  ['has no HTTPS', client_url.replace('https', 'http'), {}],
  ['is not on the Internet', client_url, { address: '127.0.0.1' }],
  ['is behind a password', client_url, { answer: says(new Response('', { status: 401 })) }],
  [
    'has another document',
    client_url,
    { answer: json({ ...own, client_id: 'https://a.example' }) },
  ],
  ['cannot be reached', client_url, { answer: () => Promise.reject(new Error('ECONNRESET')) }],
])('a site that %s does not name its document', async (_what, url, options) => {
  const { clientUrl } = await describeSite({ redirect_url, client_url: url }, options);
  expect(clientUrl).toBeUndefined();
});

test('an older plugin says where to go on', async () => {
  await expect(describeSite(undefined)).rejects.toMatchObject({
    code: 'not_configured',
    message: expect.stringContaining('Update it'),
  });
});
