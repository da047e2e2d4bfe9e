import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { themes } from '../../../server/contract/themes.ts';
import type { WidgetConfig } from '../../../widget/config.ts';
import { repository } from '../../../tools/stack/folders.ts';
import {
  createPost,
  pluginComplaints,
  runPhp,
  startSidecar,
  trashPost,
  type Post,
  type Sidecar,
} from '../../stack.ts';

let sidecar: Sidecar;
const posts: Post[] = [];
beforeAll(async () => {
  const owner = { theme: 'ocean', bot_name: 'Harbour help', colors: { primary: '#123456' } };
  sidecar = await startSidecar({
    settings: { appearance: owner, chat: { starters: ['When are you open?'] } },
  });
});
afterAll(async () => {
  for (const { id } of posts) await trashPost(id, 'pages');
  await sidecar.stop();
});

/** Configurations of the inline chats of a page with this content. */
async function chatsOf(content: string): Promise<WidgetConfig[]> {
  const page = await createPost({ title: 'Ask', content }, 'pages');
  posts.push(page);
  const html = await (await fetch(page.link)).text();
  const unescaped = (text: string) =>
    text.replaceAll('&quot;', '"').replaceAll('&#039;', "'").replaceAll('&amp;', '&');
  return [...html.matchAll(/<itih-chat mode="inline" config="([^"]*)">/g)].map(
    ([, config = '']) => JSON.parse(unescaped(config)) as WidgetConfig,
  );
}

const block = (attributes: object) =>
  `<!-- wp:itih/rag-chat ${JSON.stringify(attributes).replaceAll('--', '\\u002d\\u002d')} /-->`;

test('a chat without attributes shows the settings, also one that an older version saved', async () => {
  const chats = await chatsOf('[rag_chat]\n\n<!-- wp:itih/rag-chat {"align":"wide"} /-->');
  expect(chats).toHaveLength(2);
  for (const chat of chats) {
    expect(chat).toMatchObject({
      bot_name: 'Harbour help',
      starters: ['When are you open?'],
      theme: { name: 'ocean', colors: { ...themes.ocean, primary: '#123456' } },
    });
    expect(chat.height).toBeUndefined();
  }
});

test('block and shortcode of one page each show their own', async () => {
  const chats = await chatsOf(
    block({ title: 'Tickets', starters: ['What is a ticket?', ' '], theme: 'dark', height: 500 }) +
      '\n\n[rag_chat title="Shop & café" starters="Do you ship? | |What is new?" theme="auto" height="5000"]',
  );
  expect(chats).toMatchObject([
    {
      bot_name: 'Tickets',
      starters: ['What is a ticket?'],
      // Without the owner's colours, which are for another theme.
      theme: { name: 'dark', colors: themes.dark },
      height: 500,
    },
    {
      bot_name: 'Shop & café',
      starters: ['Do you ship?', 'What is new?'],
      theme: { name: 'auto', colors: themes.light, dark: themes.dark },
      height: 1200,
    },
  ]);
});

test('what is wrong is left out, and what is too much is cut', async () => {
  const wrong = {
    title: `<b>${'x'.repeat(80)}</b><script>alert(1)</script>`,
    starters: Array.from({ length: 9 }, (_, n) => `${n}${'y'.repeat(300)}`),
    theme: 'neon',
    height: -4,
  };
  const [chat] = await chatsOf(block(wrong));
  expect(chat?.bot_name).toBe('x'.repeat(60));
  expect(chat?.starters?.map((text) => text.length)).toEqual(Array(6).fill(200));
  expect(chat?.theme?.name).toBe('ocean');
  expect(chat?.height).toBeUndefined();
  const [other] = await chatsOf(block({ title: ['a'], starters: 'b', theme: [1], height: 'tall' }));
  expect(other).toMatchObject({ bot_name: 'Harbour help', starters: ['When are you open?'] });
});

test('the wrapper of the block has its alignment and spacing', async () => {
  const page = await createPost(
    {
      title: 'Ask',
      content: block({ align: 'wide', style: { spacing: { margin: { top: '40px' } } } }),
    },
    'pages',
  );
  posts.push(page);
  const html = await (await fetch(page.link)).text();
  const wrapper = /<div[^>]*wp-block-itih-rag-chat[^>]*>/.exec(html)?.[0];
  expect(wrapper).toContain('alignwide');
  expect(wrapper).toContain('margin-top:40px');
});

test('the block says what an inserter and a translator need', async () => {
  const type = await runPhp<{
    attributes: Record<string, { type: string }>;
    example: object | null;
    version: string;
  }>(`$type = WP_Block_Type_Registry::get_instance()->get_registered( 'itih/rag-chat' );
    return array( 'attributes' => $type->attributes, 'example' => $type->example, 'version' => Itih\\RagChat\\VERSION );`);
  expect(type.attributes).toMatchObject({
    title: { type: 'string' },
    starters: { type: 'array' },
    theme: { type: 'string' },
    height: { type: 'integer' },
  });
  expect(type.example).not.toBeNull();
  const file = join(repository, 'plugin-shim/block/block.json');
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  expect(version).toBe(type.version);
});

test('translation plugins find the words of the owner where pages read them', async () => {
  const found = await runPhp<Record<string, unknown>>(`
    $config = simplexml_load_file( Itih\\RagChat\\PLUGIN_DIR . '/wpml-config.xml' );
    $texts  = array();
    $walk   = function ( $node, $value, $path ) use ( &$walk, &$texts ) {
      foreach ( $node->key as $key ) {
        $name = (string) $key['name'];
        foreach ( '*' === $name ? array_keys( (array) $value ) : array( $name ) as $at ) {
          if ( ! array_key_exists( $at, (array) $value ) ) { $texts[ "missing $path/$at" ] = null; continue; }
          if ( $key->count() ) { $walk( $key, $value[ $at ], "$path/$at" ); } else { $texts[ "$path/$at" ] = $value[ $at ]; }
        }
      }
    };
    foreach ( $config->{'admin-texts'}->key as $option ) {
      $node = new SimpleXMLElement( '<r/>' );
      $walk( $option, get_option( (string) $option['name'] ), (string) $option['name'] );
    }
    return $texts;`);
  expect(found).toEqual({
    'itih_public/starters/0': 'When are you open?',
    'itih_public/appearance/bot_name': 'Harbour help',
    'itih_public/appearance/welcome': '',
    'itih_public/consent_text': '',
    'itih_public/contact': '',
    'itih_public/refusal_text': '',
  });
});

test('a page carries the texts of the widget only where they are not the English ones', async () => {
  const textsOf = async () => (await chatsOf('[rag_chat]'))[0]?.strings;
  expect(await textsOf()).toBeUndefined();
  // WordPress takes only languages whose packs it has; those cannot be downloaded here.
  await runPhp(`add_filter( 'get_available_languages', fn() => array( 'de_AT' ) );
    update_option( 'WPLANG', 'de_AT' );`);
  expect(await textsOf()).toMatchObject({ open: 'Chat öffnen', load_failed: expect.any(String) });
  await runPhp("update_option( 'WPLANG', '' );");
  const changed = await runPhp<object>(`
    add_filter( 'gettext_itih-rag-chat', fn( $text ) => 'Open chat' === $text ? 'Ask us' : $text );
    return Itih\\RagChat\\widget_config()['strings'] ?? null;`);
  expect(changed).toMatchObject({ open: 'Ask us', send: 'Send' });
});

test('PHP complained of nothing', () => {
  expect(pluginComplaints()).toEqual([]);
});
