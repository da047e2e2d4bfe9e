/** Checks on shops, fields, languages and builders of the real plugins: questions with their right answers. */
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatReply, SessionReply } from '../../server/contract/chat.ts';
import { giveTo } from '../stack/folders.ts';
import { placePlugin, type Site } from './site.ts';

/** A question, what its answer says, and what it must not say. */
interface Asked {
  question: string;
  says: RegExp;
  not?: RegExp;
}

const ofShop: Asked[] = [
  { question: 'What does the Kumo teapot cost?', says: /74\.50/ },
  { question: 'How much is the glass teapot?', says: /29\.90/ },
  { question: 'Is the bamboo whisk in stock?', says: /out of stock/i },
  { question: 'How much is 100 g of Sencha in a bag?', says: /11\.80/ },
  { question: 'Where does the Sencha come from?', says: /Shizuoka/ },
  { question: 'Is the 250 g bag of Sencha in stock?', says: /250 g[^\n]*out of stock/i },
  { question: 'What is the SKU of the Kumo teapot?', says: /KUMO-800/ },
  { question: 'What sizes of Sencha are there?', says: /50 g, 100 g, 250 g/ },
  { question: 'Which teapots do you have?', says: /Kumo|Glass/ },
];
const furtherOfShop: Asked[] = [
  { question: 'How long is the glass teapot on sale?', says: /on sale .* – / },
  { question: 'How many Kumo teapots are in stock?', says: /7 in stock/ },
  { question: 'What does the warehouse crate cost?', says: /^/, not: /3\.33|purple/ },
];

/** Asks as a visitor does. Returns the answer with the pages that are named as the nearest. */
async function answerTo({ url }: Site, question: string): Promise<string> {
  const session = await fetch(`${url}/wp-json/itih/v1/session`);
  const { nonce } = (await session.json()) as SessionReply;
  const response = await fetch(`${url}/wp-json/itih/v1/chat/sync`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-wp-nonce': nonce },
    body: JSON.stringify({ message: question }),
  });
  assert.equal(response.status, 200, `"${question}": ${response.status}`);
  const { reply, closest } = (await response.json()) as ChatReply;
  return [reply, ...(closest ?? []).map(({ title }) => title)].join('\n');
}

const isRight = ({ says, not }: Asked, answer: string) =>
  says.test(answer) && !(not?.test(answer) ?? false);

/** Asks all and prints each question with its answer. Throws if one is wrong. */
async function askAll(site: Site, asked: Asked[]): Promise<string> {
  let right = 0;
  for (const one of asked) {
    const answer = await answerTo(site, one.question);
    const verdict = isRight(one, answer);
    if (verdict) right++;
    const said = answer.replace(/\s+/g, ' ').slice(0, 240);
    console.log(`  ${one.question} → ${said} → ${verdict ? 'right' : 'WRONG'}`);
  }
  const result = `${right} of ${asked.length} right`;
  assert.equal(right, asked.length, result);
  return result;
}

/** Waits until the answer is right, after a change that WordPress tells by itself. Returns the seconds. */
async function told(site: Site, asked: Asked, seconds = 60): Promise<string> {
  const start = Date.now();
  for (;;) {
    const answer = await answerTo(site, asked.question);
    const passed = Math.round((Date.now() - start) / 1000);
    if (isRight(asked, answer)) return `${passed} s`;
    assert(passed < seconds, `after ${seconds} s "${asked.question}" is answered: ${answer}`);
    await sleep(1000);
  }
}

/** Waits until all that is queued has been read. */
async function settled(site: Site, title: string): Promise<void> {
  for (const end = Date.now() + 120_000; ; await sleep(1000)) {
    const list = await site.ok(
      'itih',
      'documents',
      'list',
      `--search=${title}`,
      '--fields=title,status,error',
      '--format=csv',
    );
    const waiting = await site.ok('itih', 'documents', 'list', '--status=queued', '--format=count');
    if (list.includes('completed') && waiting.trim() === '0') break;
    assert(Date.now() < end && !list.includes('failed'), `"${title}" was not read: ${list}`);
  }
}

async function activate(site: Site, plugins: string, name: string): Promise<string> {
  placePlugin(site, plugins, name);
  await site.ok('plugin', 'activate', name);
  return (await site.ok('plugin', 'get', name, '--field=version')).trim();
}

export async function prepareQuestions(site: Site): Promise<void> {
  for (const [name, value] of [
    ['general.widget_enabled', 'on'],
    ['limits.per_ip_max', '0'],
    ['limits.per_session_max', '0'],
  ] as const) {
    await site.ok('itih', 'settings', 'set', name, value);
  }
}

export async function shop(site: Site, plugins: string): Promise<string> {
  const version = await activate(site, plugins, 'woocommerce');
  const script = join(site.stack.folder, 'home', 'shop.php');
  cpSync(join(import.meta.dirname, 'shop.php'), script);
  giveTo('www-data', script);
  await site.ok('eval-file', script);
  await settled(site, 'Sencha');
  const titles = await site.ok('itih', 'documents', 'list', '--fields=title', '--format=csv');
  assert.doesNotMatch(titles, /Cart|Checkout|My account|Warehouse crate|Hello world|Sample Page/);
  const result = await askAll(site, [...ofShop, ...furtherOfShop]);
  await site.ok(
    'eval',
    '$p = wc_get_product( wc_get_product_id_by_sku( "KUMO-800" ) ); $p->set_regular_price( "81.00" ); $p->save();',
  );
  const price = await told(site, { question: 'What does the Kumo teapot cost?', says: /81\.00/ });
  await site.ok(
    'eval',
    'wc_update_product_stock( wc_get_product_id_by_sku( "KUMO-800" ), 2, "decrease" );',
  );
  const stock = await told(site, {
    question: 'How many Kumo teapots are in stock?',
    says: /5 in stock/,
  });
  await site.ok('plugin', 'deactivate', 'woocommerce');
  return `${version}: ${result}; a price told after ${price}, a sold piece after ${stock}`;
}

const group = `array(
  'key' => 'group_visit', 'title' => 'Visit', 'location' => array( array( array( 'param' => 'post_type', 'operator' => '==', 'value' => 'page' ) ) ),
  'fields' => array(
    array( 'key' => 'field_fee', 'name' => 'entrance_fee', 'label' => 'Entrance fee', 'type' => 'number', 'append' => 'euros' ),
    array( 'key' => 'field_dogs', 'name' => 'dogs', 'label' => 'Dogs allowed', 'type' => 'true_false' ),
    array( 'key' => 'field_boat', 'name' => 'boat', 'label' => 'Boat from', 'type' => 'select', 'choices' => array( 'n' => 'North quay', 's' => 'South quay' ) ),
    array( 'key' => 'field_opens', 'name' => 'opens', 'label' => 'Opens in spring on', 'type' => 'date_picker', 'return_format' => 'j F Y' ),
    array( 'key' => 'field_steps', 'name' => 'steps', 'label' => 'Steps to the lamp', 'type' => 'text' ),
  ),
)`;
const fieldValues = {
  fee: 45,
  dogs: 0,
  boat: 's',
  opens: '20270403',
  steps: '214, without a lift',
};
const fieldNames = ['entrance_fee', 'dogs', 'boat', 'opens', 'steps'];

/** Fields that the owner has chosen, by their labels, and a change that only WordPress' own function makes. */
export async function fields(site: Site, plugins: string): Promise<string> {
  const version = await activate(site, plugins, 'advanced-custom-fields');
  const page = ['--post_type=page', '--post_title=Lighthouse', '--post_status=publish'];
  const content = '--post_content=<p>The lighthouse stands on a rock in front of the harbour.</p>';
  const id = (await site.ok('post', 'create', ...page, content, '--porcelain')).trim();
  const updates = Object.entries(fieldValues).map(
    ([name, value]) => `update_field( 'field_${name}', '${value}', ${id} );`,
  );
  await site.ok('eval', `acf_import_field_group( ${group} ); ${updates.join(' ')}`);
  await site.ok('itih', 'settings', 'set', 'indexing.fields', JSON.stringify(fieldNames));
  await site.ok('itih', 'index', '--post_type=page');
  const fee = 'What is the entrance fee of the lighthouse?';
  const first = await told(site, { question: fee, says: /45 euros/ });
  const result = await askAll(site, [
    { question: fee, says: /45 euros/ },
    { question: 'Are dogs allowed at the lighthouse?', says: /Dogs allowed: No/ },
    { question: 'Where does the boat to the lighthouse leave from?', says: /South quay/ },
    { question: 'When does the lighthouse open in spring?', says: /3 April 2027/ },
    { question: 'How many steps are there to the lamp?', says: /214/ },
  ]);
  await site.ok('eval', `update_post_meta( ${id}, 'entrance_fee', 52 );`);
  const later = await told(site, { question: fee, says: /52 euros/ });
  await site.ok('plugin', 'deactivate', 'advanced-custom-fields');
  return `${version}: ${result}; a fee told after ${first}, its change after ${later}`;
}

/** Each post in its own language, and no language as a fact of a post. */
export async function languages(site: Site, plugins: string): Promise<string> {
  const version = await activate(site, plugins, 'polylang');
  const pages = {
    de: [
      'Werft',
      '<p>Die Werft repariert Boote aus Holz. Ein neuer Anstrich kostet dort 300 Euro und dauert eine Woche.</p><p>Der Kran hebt Boote bis acht Tonnen. Im Februar ist die Werft geschlossen.</p>',
    ],
    en: [
      'Boatyard',
      '<p>The boatyard repairs wooden boats. A new coat of paint costs 300 euros there and takes a week.</p><p>The crane lifts boats of up to eight tonnes. The boatyard is closed in February.</p>',
    ],
  };
  const code = `foreach ( array( 'en_US' => 'English', 'de_DE' => 'Deutsch' ) as $locale => $name ) {
    PLL()->model->add_language( array( 'name' => $name, 'slug' => substr( $locale, 0, 2 ), 'locale' => $locale, 'rtl' => 0, 'term_group' => 0 ) );
  }`;
  await site.ok('eval', code);
  await site.ok('rewrite', 'flush'); // Addresses begin with `/de/` now.
  const inserts = Object.entries(pages).map(
    ([language, [title, content]]) => `
    $ids['${language}'] = wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'draft', 'post_title' => '${title}', 'post_content' => '${content}' ) );
    pll_set_post_language( $ids['${language}'], '${language}' );`,
  );
  await site.ok(
    'eval',
    `${inserts.join('')} pll_save_post_translations( $ids );
    foreach ( $ids as $id ) { wp_update_post( array( 'ID' => $id, 'post_status' => 'publish' ) ); }`,
  );
  await settled(site, 'Werft');
  const listed = await site.ok(
    'itih',
    'documents',
    'list',
    '--search=Werft',
    '--fields=title,language',
    '--format=csv',
  );
  assert.match(listed, /Werft,de/);
  const result = await askAll(site, [
    { question: 'Was kostet ein neuer Anstrich in der Werft?', says: /300 Euro/, not: /Deutsch/ },
    { question: 'Wie schwere Boote hebt der Kran?', says: /acht Tonnen/, not: /eight/ },
    { question: 'Wann ist die Werft geschlossen?', says: /Februar/, not: /closed/ },
    { question: 'What does a new coat of paint cost?', says: /300 euros/, not: /kostet|English/ },
    { question: 'How heavy a boat can the crane lift?', says: /eight tonnes/, not: /acht/ },
  ]);
  await site.ok('plugin', 'deactivate', 'polylang');
  return `${version}: the language of a page, ${result}`;
}

/** A page of which WordPress itself stores no text. */
export async function builder(site: Site, plugins: string): Promise<string> {
  const version = await activate(site, plugins, 'elementor');
  const widget = (id: string, widgetType: string, settings: object) => ({
    id,
    elType: 'widget',
    widgetType,
    settings,
    elements: [],
  });
  const data = JSON.stringify([
    {
      id: 'a000001',
      elType: 'container',
      settings: {},
      elements: [
        widget('a000002', 'heading', { title: 'Boat hire' }),
        widget('a000003', 'text-editor', {
          editor: '<p>A rowing boat costs 15 euros an hour. Life jackets are free.</p>',
        }),
        widget('a000004', 'icon-list', {
          icon_list: [
            { _id: 'b1', text: 'Kayak: 9 euros an hour' },
            { _id: 'b2', text: 'Pedal boat: 12 euros an hour' },
          ],
        }),
        widget('a000005', 'accordion', {
          tabs: [
            {
              _id: 'c1',
              tab_title: 'Can I bring a dog?',
              tab_content: '<p>Yes, in rowing boats only.</p>',
            },
            {
              _id: 'c2',
              tab_title: 'How much is the deposit?',
              tab_content: '<p>20 euros, in cash.</p>',
            },
          ],
        }),
      ],
    },
  ]);
  await site.ok(
    'eval',
    `$id = wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'draft', 'post_title' => 'Boats' ) );
    update_post_meta( $id, '_elementor_edit_mode', 'builder' );
    update_post_meta( $id, '_elementor_version', ELEMENTOR_VERSION );
    update_post_meta( $id, '_elementor_data', wp_slash( '${data}' ) );
    wp_update_post( array( 'ID' => $id, 'post_status' => 'publish' ) );`,
  );
  await settled(site, 'Boats');
  const result = await askAll(site, [
    { question: 'How much is a rowing boat?', says: /15 euros/ },
    { question: 'Are life jackets free?', says: /Life jackets are free/ },
    { question: 'What does a kayak cost?', says: /9 euros/ },
    { question: 'Can I bring a dog?', says: /rowing boats only/ },
    { question: 'How much is the deposit?', says: /20 euros/ },
  ]);
  await site.ok('plugin', 'deactivate', 'elementor');
  return `${version}: ${result}`;
}
