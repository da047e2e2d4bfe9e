import { describe, expect, test } from '@jest/globals';
import { htmlBlocks } from './html-blocks.ts';
import { plainWithoutShortcodes, withoutShortcodes } from './shortcodes.ts';
import { outlineOf } from '../../../test/ingestion/read/outline.ts';

const outline = (html: string) => outlineOf(htmlBlocks(withoutShortcodes(html)));

describe('codes that nobody has rendered:', () => {
  test.each([
    [
      'Divi',
      '<p>[et_pb_section admin_label="section"][et_pb_row][et_pb_column type="4_4"][et_pb_accordion_item title=&#8221;Are swans fed?&#8221; open="on"]</p><p>At noon.</p><p>[/et_pb_accordion_item][et_pb_button button_text="Book" /][/et_pb_column][/et_pb_row][/et_pb_section]</p>',
      ['h3 Are swans fed?', 'p At noon.'],
    ],
    [
      'WPBakery',
      '<p>[vc_row][vc_column width=&#8221;1/2&#8243;][vc_custom_heading text=”Swan’s lake” font_container=”tag:h2″][vc_column_text css=".a{margin: 0 !important;}"]A walk.[/vc_column_text][vc_raw_html]JTNDaDElM0U=[/vc_raw_html][/vc_column][/vc_row]</p>',
      ['h3 Swan’s lake', 'p A walk.'],
    ],
    ['titles of codes without an end', '<p>[icon_box title="Boats" text="yes"]</p>', ['p Boats']],
    [
      'titles in entities',
      '[tab title=&#8216;Fish &amp; chips&#8217;]Daily[/tab]',
      ['h3 Fish & chips', 'p Daily'],
    ],
    [
      'a title in several lines',
      '<p>[box title="Open<br />daily"]At ten.[/box]</p>',
      ['h3 Open daily', 'p At ten.'],
    ],
    ['settings that are called titles', '<p>a [posts title="true" heading="h2"]</p>', ['p a']],
    ['forms', '<p>a</p>[contact-form-7 id="1" title="Contact form 1"]', ['p a']],
    ['sliders', '<p>a</p><p>[rev_slider home]</p><p>[my-slider] [gallery ids=1,2]</p>', ['p a']],
    ['ends alone', '<p>a[/vc_column]</p>', ['p a']],
    ['names with an end', '<p>[B]Bold[/b] text</p>', ['p Bold text']],
  ])('%s', (_case, html, expected) => {
    expect(outline(html)).toEqual(expected);
  });

  test.each([
    'Notes [1], [sic], [see below], [x] and [ ].',
    'a[0], list[some_index], [a, b]',
    'A link: [opening-hours](https://park.example/)',
    'Written as [[swan_gallery]].',
    'A set [where x = 5] [he said “yes”] [half-open interval]',
    'An end [vc_row width="1/2"',
    'Write to info [at] park.example.',
  ])('not in “%s”', (text) => {
    expect(outline(text)).toEqual([`p ${text}`]);
  });

  test('stay where code is shown', () => {
    const shown = '<pre>[vc_row a="b"]</pre><p><code>[swan_lake]</code> [swan_lake]';
    expect(outline(shown)).toEqual(['> [vc_row a="b"]', 'p [swan_lake]']);
    expect(outline('a <code>[swan_lake]')).toEqual(['p a [swan_lake]']);
  });

  test('leave lines in a text that is no HTML', () => {
    expect(plainWithoutShortcodes('A [b_c title="Swans"]< 5[/b_c]').split('\n')).toEqual([
      'A ',
      'Swans',
      '< 5 ',
    ]);
  });
});
