import type { Settings } from '../../server/contract/settings.ts';

export type ThemeName = Settings['appearance']['theme'];

/** As in block.json; what is empty comes from the settings. */
export interface ChatAttributes {
  title: string;
  starters: string[];
  theme: ThemeName | '';
  height: number;
}

type Colors = Record<string, string>;

/** Passed by WordPress, see `pass_chat_to_block()`. */
export interface BlockData {
  look: {
    theme: { name: ThemeName; colors: Colors };
    bot_name: string;
    welcome: string;
    starters: string[];
    logo: string;
    avatar: string;
    strings: Record<'title' | 'welcome' | 'placeholder', string>;
  };
  themes: Record<string, Colors>;
  limits: {
    title: number;
    starter: number;
    starters: number;
    /** Pixels. */
    height: [min: number, max: number];
  };
  /** Visitors see the chat: it is switched on, and a sidecar has answered. */
  shown: boolean;
}

declare global {
  interface Window {
    itihChatBlock: BlockData;
  }
}

/** Returns the colours of a theme; `auto` is shown as the light one. */
export function colorsOf({ look, themes }: BlockData, theme: ChatAttributes['theme']): Colors {
  if (theme === '') return look.theme.colors;
  return themes[theme] ?? themes['light'] ?? {};
}

/** Returns the starters that visitors would see. */
export const writtenStarters = (starters: readonly string[], { limits }: BlockData) =>
  starters
    .map((text) => text.trim().slice(0, limits.starter))
    .filter(Boolean)
    .slice(0, limits.starters);

/** Returns the height in pixels that visitors would see; 0: by the size of the window. */
export const shownHeight = (height: number, { limits }: BlockData) =>
  height > 0 ? Math.min(Math.max(height, limits.height[0]), limits.height[1]) : 0;
