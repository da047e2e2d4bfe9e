import { describe, expect, test } from '@jest/globals';
import { outlineOf } from '../../../../test/ingestion/read/outline.ts';
import { post } from '../../../../test/ingestion/post.ts';
import { htmlBlocks } from '../html-blocks.ts';
import { loadPost } from '../post.ts';

const summer = '<p>From May on, the boats leave at nine and come back at six.</p>';
const winter = '<p>From October on, the boats rest in the shed behind the mill.</p>';
const told = [
  'h3 Summer',
  'p From May on, the boats leave at nine and come back at six.',
  'h3 Winter',
  'p From October on, the boats rest in the shed behind the mill.',
];

/** Tabs as builders write them. */
const tabs = {
  'the roles alone': `<div role="tablist"><button role="tab">Summer</button><button role="tab">Winter</button></div>
    <div role="tabpanel">${summer}</div><div role="tabpanel" hidden>${winter}</div>`,
  'ids in another order': `<ul role="tablist"><li role="tab" aria-controls="s">Summer</li><li role="tab" aria-controls="w">Winter</li></ul>
    <div><section id="s">${summer}</section><section id="w" style="display:none">${winter}</section></div>`,
  Bootstrap: `<ul class="nav nav-tabs"><li><a data-toggle="tab" href="#s">Summer</a></li><li><button data-bs-toggle="tab" data-bs-target="#w">Winter</button></li></ul>
    <div class="tab-content"><div class="tab-pane active" id="s">${summer}</div><div class="tab-pane" id="w">${winter}</div></div>`,
  Elementor: `<div class="elementor-tabs"><div class="elementor-tabs-wrapper" role="tablist"><div class="elementor-tab-title" role="tab" aria-controls="t1"><a>Summer</a></div><div class="elementor-tab-title" role="tab" aria-controls="t2">Winter</div></div>
    <div class="elementor-tabs-content-wrapper" role="tablist"><div class="elementor-tab-mobile-title" role="tab" aria-controls="t1">Summer</div><div id="t1" role="tabpanel">${summer}</div>
    <div class="elementor-tab-mobile-title" role="tab" aria-controls="t2">Winter</div><div id="t2" role="tabpanel" hidden>${winter}</div></div></div>`,
  Kadence: `<div class="wp-block-kadence-tabs"><ul class="kt-tabs-title-list"><li id="tab-s" class="kt-title-item"><a href="#tab-s"><span>Summer</span></a></li><li id="tab-w"><a href="#tab-w"><span>Winter</span></a></li></ul>
    <div class="kt-tabs-content-wrap"><div class="wp-block-kadence-tab">${summer}</div><div class="wp-block-kadence-tab">${winter}</div></div></div>`,
  Divi: `<div class="et_pb_module et_pb_tabs"><ul class="et_pb_tabs_controls"><li class="et_pb_tab_0"><a href="#">Summer</a></li><li class="et_pb_tab_1"><a href="#">Winter</a></li></ul>
    <div class="et_pb_all_tabs"><div class="et_pb_tab et_pb_tab_0">${summer}</div><div class="et_pb_tab et_pb_tab_1">${winter}</div></div></div>`,
  WPBakery: `<div class="vc_tta-tabs"><div class="vc_tta-tabs-container"><ul class="vc_tta-tabs-list"><li class="vc_tta-tab"><a href="#17">Summer</a></li><li class="vc_tta-tab"><a href="#18">Winter</a></li></ul></div>
    <div class="vc_tta-panels"><div class="vc_tta-panel" id="17"><div class="vc_tta-panel-heading"><h3><a href="#17">Summer</a></h3></div>${summer}</div><div class="vc_tta-panel" id="18">${winter}</div></div></div>`,
  'jQuery UI': `<div id="tabs"><ul><li><a href="#tabs-1">Summer</a></li><li><a href="#tabs-2">Winter</a></li></ul><div id="tabs-1">${summer}</div><div id="tabs-2">${winter}</div></div>`,
  'tabs and panels by turns': `<div class="item"><span role="tab">Summer</span><div role="tabpanel">${summer}</div></div><div class="item"><span role="tab">Winter</span><div role="tabpanel">${winter}</div></div>`,
  'buttons above their texts': `<div class="item"><button aria-controls="s" aria-expanded="false">Summer</button><div id="s" hidden>${summer}</div></div>
    <div class="item"><div role="button" aria-controls="w">Winter</div><div id="w" hidden>${winter}</div></div>`,
};

describe.each(Object.entries(tabs))('labels are headings of what they open: %s', (_name, html) => {
  const whole = `<h2>Boats</h2>${html}<p>Dogs may come along in every season.</p>`;
  const lines = ['h2 Boats', ...told, 'p3 Dogs may come along in every season.'];

  test('in a text', () => {
    expect(outlineOf(htmlBlocks(whole))).toEqual(lines);
  });

  test('on a page', () => {
    const page = `<html><body><main><h1>Hire</h1><div class="text">${whole}</div></main></body></html>`;
    const shown = { url: 'https://mill.example/hire/', html: page, frame: [] };
    const { blocks } = loadPost(post({ title: 'Hire', html: whole }), shown);
    expect(outlineOf(blocks)).toEqual(lines);
  });
});

test.each([
  [
    'a table of contents',
    '<ul><li><a href="#a">Boats</a></li></ul><h2 id="a">Boats</h2><p>Four.</p>',
  ],
  [
    'a button that shows a menu',
    '<button aria-controls="m">Menu</button><ul id="m"><li>Four.</li></ul>',
  ],
  [
    'numbers of pictures',
    '<ul role="tablist"><li role="tab" aria-controls="p">1</li></ul><p id="p">Four.</p>',
  ],
  [
    'a tab without a text',
    '<div role="tablist"><b role="tab">Map</b></div><div role="tabpanel"><iframe></iframe></div>',
  ],
])('no label is made of %s', (_name, html) => {
  const lines = outlineOf(htmlBlocks(html)).filter((line) => /^h|Menu|Map|[1]/.test(line));
  expect(lines.filter((line) => line !== 'h2 Boats')).toEqual([]);
});
