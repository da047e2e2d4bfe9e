import type { OwnedSettings } from '../api.ts';

type Appearance = OwnedSettings['appearance'];

export interface LookDraft {
  bot_name: string;
  /** `#rrggbb` */
  color: string;
  position: Appearance['position'];
}

/** The share of light that a colour gives back, 0 to 1, as WCAG 2 defines it. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** White or nearly black: the one that is easier to read on a colour. */
export const readableOn = (color: string) =>
  1.05 / (luminance(color) + 0.05) >= (luminance(color) + 0.05) / 0.062 ? '#ffffff' : '#1e1e1e';

/** The colour of the button, links and marks; the button's icon is one that can be seen on it. */
function colorsOf(color: string): Appearance['colors'] {
  return { primary: color, launcher: color, launcher_icon: readableOn(color) };
}

/** Returns the settings that differ from the stored ones. */
export function lookPatch(
  { bot_name, color, position }: LookDraft,
  stored: Appearance,
  accent: string,
) {
  const before = stored.colors.primary ?? accent;
  return {
    ...(bot_name.trim() !== stored.bot_name && { bot_name: bot_name.trim() }),
    ...(position !== stored.position && { position }),
    ...(color.toLowerCase() !== before.toLowerCase() && {
      colors: { ...stored.colors, ...colorsOf(color) },
    }),
  };
}
