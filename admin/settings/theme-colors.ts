import type { ColorName, Settings } from '../../server/contract/settings.ts';
import { themes } from '../../server/contract/themes.ts';
import { contrast, partners } from './contrast.ts';

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
