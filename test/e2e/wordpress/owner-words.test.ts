/** The owner's words in the languages of a site with WPML, whose hooks are defined here as WPML defines them. */
import { writeFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ChatReply } from '../../../server/contract/chat.ts';
import { errorSentence } from '../../../server/language/languages.ts';
import { anonymous, pluginComplaints, runPhp, stack, startSidecar } from '../../stack.ts';
import type { Sidecar } from '../../stack.ts';
import { saveSettings, visitorNonce } from './visitor.ts';

/** https://wpml.org/wpml-hook/wpml_active_languages/ and https://wpml.org/wpml-hook/wpml_translate_single_string/ */
const plugin = `<?php
add_filter( 'wpml_active_languages', fn( $none, $arguments = '' ) => array(
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
}, 10, 4 );
`;
const file = () => join(stack().wpDir, 'wp-content', 'mu-plugins', 'words.php');

let sidecar: Sidecar;
beforeAll(async () => {
  writeFileSync(file(), plugin);
  sidecar = await startSidecar({
    settings: {
      chat: { contact: 'Ring 0123 4567.', refusal_text: 'Nothing here about that.' },
      privacy: { consent_text: 'The chat remembers questions.' },
    },
  });
});
afterAll(async () => {
  rmSync(file());
  await sidecar.stop();
});

async function ask(locale: string, message: string, consent = true) {
  const headers = { 'x-wp-nonce': await visitorNonce() };
  const body = { message, locale, consent };
  return anonymous<ChatReply>('POST', '/itih/v1/chat/sync', body, headers);
}

test('what the chat says is in the language of the page', async () => {
  const reply = async (locale: string) => (await ask(locale, 'Quagga xylophone?')).body.reply;
  expect(await reply('de-DE')).toBe('Dazu steht hier nichts.\n\nRufen Sie 0123 4567 an.');
  expect(await reply('de-AT')).toBe('Dazu steht hier nichts.\n\nRufen Sie 0123 4567 an.');
  expect(await reply('en-US')).toBe('Nothing here about that.\n\nRing 0123 4567.');
  expect(await reply('fr-FR')).toBe('Nothing here about that.\n\nRing 0123 4567.');
});

test('who asks for a person, and who has not agreed yet, reads it in the same language', async () => {
  const { reply } = (await ask('de-DE', 'Ich möchte mit einem Menschen sprechen')).body;
  expect(reply).toContain('Rufen Sie 0123 4567 an.');
  const { status, body } = await ask('de-DE', 'Hallo?', false);
  expect([status, body]).toMatchObject([403, { data: { consent: 'Der Chat merkt sich Fragen.' } }]);
});

test('a page sends the owner’s words that it shows, and no others', async () => {
  const config = await runPhp<object>('return Itih\\RagChat\\widget_config();');
  expect(config).toHaveProperty('consent_text', 'The chat remembers questions.');
  expect(config).not.toHaveProperty('contact');
  expect(config).not.toHaveProperty('refusal_text');
});

test.each([
  ['pl_PL', 'pl'],
  ['nn_NO', 'nb'],
  ['en_GB', 'en'],
  ['xx_../de', 'en'],
])('PHP tells an error in the language of a page in %s', async (locale, language) => {
  const told = await runPhp<string>(`
    add_filter( 'determine_locale', fn() => '${locale}' );
    return Itih\\RagChat\\error_sentence( 'rate_limited' );`);
  expect(told).toBe(errorSentence('rate_limited', language));
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

test('PHP complained of nothing', () => {
  expect(pluginComplaints()).toEqual([]);
});
