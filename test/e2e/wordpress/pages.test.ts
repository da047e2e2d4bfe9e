/** The chat on pages: blocks and shortcodes with words of their own, and the owner's words in the languages of the site. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ChatReply } from '../../../server/contract/chat.ts';
import { themes } from '../../../server/contract/themes.ts';
import type { WidgetConfig } from '../../../widget/config.ts';
import { errorSentence } from '../../../server/language/languages.ts';
import { anonymous, createPost, runPhp, trashPost, type Post } from '../../stack.ts';
import { firstContact, page, php, sitePlugin, unescaped, useSidecar } from './on-site.ts';
import { saveSettings, visitorNonce } from './visitor.ts';

/** https://wpml.org/wpml-hook/wpml_active_languages/ and https://wpml.org/wpml-hook/wpml_translate_single_string/ */
sitePlugin(
  'words',
  `add_filter( 'wpml_active_languages', fn( $none, $arguments = '' ) => array(
	'en' => array( 'code' => 'en', 'default_locale' => 'en_US', 'active' => '1' ),
	'de' => array( 'code' => 'de', 'default_locale' => 'de_DE', 'active' => '0' ),
), 10, 2 );
add_filter( 'wpml_translate_single_string', function ( $text, $domain, $name, $language = null ) {
	$german = array(
		'[itih_public]contact'      => 'Rufen Sie 0123 4567 an.',
		'[itih_public]refusal_text' => 'Dazu steht hier nichts.',
		'[itih_public]consent_text' => 'Der Chat merkt sich Fragen.',
	);
	return 'admin_texts_itih_public' === $domain && 'de' === $language ? $german[ $name ] ?? $text : $text;
}, 10, 4 );`,
);
useSidecar({
  settings: {
    appearance: {
      theme: 'ocean',
      bot_name: 'Harbour help',
      label: 'Ask us',
      colors: { primary: '#123456' },
    },
    chat: {
      starters: ['When are you open?'],
      contact: 'Ring 0123 4567.',
      refusal_text: 'Nothing here about that.',
    },
    privacy: { consent_text: 'The chat remembers questions.' },
  },
});
// Until then pages show no chat.
beforeAll(firstContact);
const posts: Post[] = [];
afterAll(async () => {
  for (const { id } of posts) await trashPost(id, 'pages');
});

async function pageWith(content: string): Promise<string> {
  const post = await createPost({ title: 'Ask', content }, 'pages');
  posts.push(post);
  return page(post.link);
}

/** Configurations of the inline chats of a page with this content. */
const chatsOf = async (content: string) =>
  [...(await pageWith(content)).matchAll(/<itih-chat mode="inline" config="([^"]*)">/g)].map(
    ([, config = '']) => JSON.parse(unescaped(config)) as WidgetConfig,
  );

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
      consent_text: 'The chat remembers questions.',
      contact: 'Ring 0123 4567.',
    });
    expect(chat.height).toBeUndefined();
    // The page sends the owner's words that it shows, and no others.
    expect(chat).not.toHaveProperty('refusal_text');
    expect(chat).not.toHaveProperty('ai');
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
  const types = { title: ['a'], starters: 'b', theme: [1], height: 'tall' };
  const [chat, other] = await chatsOf(`${block(wrong)}\n\n${block(types)}`);
  expect(chat?.bot_name).toBe('x'.repeat(60));
  expect(chat?.starters?.map((text) => text.length)).toEqual(Array(6).fill(200));
  expect(chat?.theme?.name).toBe('ocean');
  expect(chat?.height).toBeUndefined();
  expect(other).toMatchObject({ bot_name: 'Harbour help', starters: ['When are you open?'] });
});

test('the wrapper of the block has its alignment and spacing', async () => {
  const style = { spacing: { margin: { top: '40px' } } };
  const html = await pageWith(block({ align: 'wide', style }));
  const wrapper = /<div[^>]*wp-block-itih-rag-chat[^>]*>/.exec(html)?.[0];
  expect(wrapper).toContain('alignwide');
  expect(wrapper).toContain('margin-top:40px');
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
    'itih_public/appearance/label': 'Ask us',
    'itih_public/consent_text': 'The chat remembers questions.',
    'itih_public/contact': 'Ring 0123 4567.',
    'itih_public/refusal_text': 'Nothing here about that.',
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

test('the chat says the owner’s words in the language of the page', async () => {
  const headers = { 'x-wp-nonce': await visitorNonce() };
  const ask = (locale: string, message: string, consent = true) => {
    const body = { message, locale, consent };
    return anonymous<ChatReply>('POST', '/itih/v1/chat/sync', body, headers);
  };
  const reply = async (locale: string) => (await ask(locale, 'Quagga xylophone?')).body.reply;
  expect(await reply('de-AT')).toBe('Dazu steht hier nichts.\n\nRufen Sie 0123 4567 an.');
  expect(await reply('fr-FR')).toBe('Nothing here about that.\n\nRing 0123 4567.');
  const person = await ask('de-DE', 'Ich möchte mit einem Menschen sprechen');
  expect(person.body.reply).toContain('Rufen Sie 0123 4567 an.');
  const { status, body } = await ask('de-DE', 'Hallo?', false);
  expect([status, body]).toMatchObject([403, { data: { consent: 'Der Chat merkt sich Fragen.' } }]);
});

test('PHP tells an error in the language of a page', async () => {
  const languages = { pl_PL: 'pl', nn_NO: 'nb', en_GB: 'en', 'xx_../de': 'en' };
  const told = await runPhp(`return array_map( function ( $locale ) {
    $filter = fn() => $locale;
    add_filter( 'determine_locale', $filter );
    $sentence = Itih\\RagChat\\error_sentence( 'rate_limited' );
    remove_filter( 'determine_locale', $filter );
    return $sentence;
  }, ${php(Object.keys(languages))} );`);
  const meant = Object.values(languages).map((code) => errorSentence('rate_limited', code));
  expect(told).toEqual(meant);
});

test('a page links the published privacy policy of its language if the owner wants', async () => {
  const url = () =>
    runPhp<string | null>(`
      $id = wp_insert_post( array( 'post_type' => 'page', 'post_title' => 'Privacy', 'post_status' => 'publish' ) );
      update_option( 'wp_page_for_privacy_policy', $id );
      $url = Itih\\RagChat\\widget_config()['privacy_url'] ?? null;
      wp_delete_post( $id, true );
      return $url;`);
  expect(await url()).toBeNull();
  await saveSettings({ privacy: { show_policy: true } });
  expect(await url()).toMatch(/^http.*privacy/);
});
