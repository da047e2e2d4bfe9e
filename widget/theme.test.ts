/** @jest-environment jsdom */
import { expect, test } from '@jest/globals';
import { themes } from '../server/contract/themes.ts';
import { resolveOptions } from './config.ts';
import { hostCss } from './theme.ts';

const themeCss = (theme: object) => hostCss({ api: '/', theme });

test('colours become custom properties of the element', () => {
  const css = themeCss({ name: 'ocean', colors: themes.ocean });
  expect(css).toMatch(/^:host\{color-scheme:light;/);
  expect(css).toContain('--itih-header-bg:#f6fbfc;');
  expect(css.match(/--itih-/g)).toHaveLength(13);
});

test('dark colours of the theme auto hold where the system prefers dark', () => {
  const css = themeCss({ name: 'auto', colors: themes.light, dark: themes.dark });
  const [light, dark] = css.split('@media(prefers-color-scheme:dark)');
  expect(light).toContain(`--itih-bg:${themes.light.bg}`);
  expect(dark).toContain(`--itih-bg:${themes.dark.bg}`);
  expect(dark).toContain('color-scheme:dark');
});

test('a colour cannot end its rule', () => {
  expect(themeCss({ colors: { bg: 'red}body{display:none' } })).not.toContain('body');
});

test('a height is one of the window at most, and none is no rule', () => {
  expect(hostCss({ api: '/', height: 0 })).not.toContain('height');
  expect(hostCss({ api: '/', height: 500 })).toContain(';--itih-height:min(500px,85vh)}');
});

test('the offsets of the page come in pixels, 20 of them where it names none', () => {
  const css = (config: object) => hostCss(resolveOptions({ api: '/', ...config }));
  expect(css({ offset_x: 0, offset_y: 120 })).toContain(
    ';--itih-offset-x:0px;--itih-offset-y:120px}',
  );
  expect(css({})).toContain(';--itih-offset-x:20px;--itih-offset-y:20px}');
  expect(css({ offset_x: '1px}body{' })).not.toContain('body');
});
