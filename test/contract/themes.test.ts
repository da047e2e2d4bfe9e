import { describe, expect, test } from '@jest/globals';
import { colorNames, type ColorName } from '../../server/contract/settings.ts';
import { themes } from '../../server/contract/themes.ts';

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

/** WCAG 2.2 AA: 4.5 for text (1.4.3), 3 for what is not text (1.4.11). */
const pairs: [ColorName, ColorName, number][] = [
  ['header_text', 'header_bg', 4.5],
  ['text', 'bg', 4.5],
  ['user_text', 'user_bubble', 4.5],
  ['bot_text', 'bot_bubble', 4.5],
  ['primary', 'bg', 4.5],
  ['primary', 'bot_bubble', 4.5],
  ['launcher_icon', 'launcher', 3],
];

test('contrast is WCAG’s', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

describe.each(Object.entries(themes))('theme %s', (_name, theme) => {
  test.each(pairs)('%s can be read on %s', (front, back, least) => {
    expect(contrast(theme[front], theme[back])).toBeGreaterThanOrEqual(least);
  });

  test('has every colour, as the settings take them', () => {
    expect(Object.keys(theme).sort()).toEqual([...colorNames].sort());
    for (const color of Object.values(theme)) expect(color).toMatch(/^#[0-9a-f]{6}$/);
  });
});
