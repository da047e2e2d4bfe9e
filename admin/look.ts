import type { ColorName, Settings } from '../server/contract/settings.ts';
import { themes } from '../server/contract/themes.ts';

/** The least contrast of text, by WCAG 2.2, criterion 1.4.3. */
export const minContrast = 4.5;

/** The colour that each one is read on or beside. Buttons have the background as the colour of their text. */
export const partners: Record<ColorName, ColorName> = {
  primary: 'bg',
  header_bg: 'header_text',
  header_text: 'header_bg',
  bg: 'text',
  text: 'bg',
  user_bubble: 'user_text',
  user_text: 'user_bubble',
  bot_bubble: 'bot_text',
  bot_text: 'bot_bubble',
  launcher: 'launcher_icon',
  launcher_icon: 'launcher',
};

/** Returns the relative luminance of `#rrggbb`: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

export type ThemeName = Settings['appearance']['theme'];
export type Colors = Partial<Record<ColorName, string>>;

export const colorNames = Object.keys(themes.light) as ColorName[];

/** Returns the colours of a theme; with `auto`, those for light and for dark systems. */
export const palettesOf = (theme: ThemeName): Record<ColorName, string>[] =>
  theme === 'auto' ? [themes.light, themes.dark] : [themes[theme]];

/** Returns the theme as the widget takes it: the owner's colours over those of the theme. */
export function widgetTheme(name: ThemeName, own: Colors) {
  const [colors, dark] = palettesOf(name).map((palette) => ({ ...palette, ...own }));
  return { name, colors, ...(dark && { dark }) };
}

/** Returns the contrast of a colour with its partner; of two palettes the lower one. */
export const contrastOf = (name: ColorName, theme: ThemeName, own: Colors): number =>
  Math.min(
    ...palettesOf(theme).map((palette) => {
      const colors = { ...palette, ...own };
      return contrast(colors[name], colors[partners[name]]);
    }),
  );

/** White or nearly black: the one that is easier to read on a colour. */
export const readableOn = (color: string) =>
  contrast('#ffffff', color) >= contrast('#1e1e1e', color) ? '#ffffff' : '#1e1e1e';

/** The colours that follow from the one of the owner: button, links and marks; the button's icon can be seen on it. */
export const accentColors = (color: string): Colors => ({
  primary: color,
  launcher: color,
  launcher_icon: readableOn(color),
});
