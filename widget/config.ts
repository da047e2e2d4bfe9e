import type { ColorName, Settings } from '../server/contract/settings.ts';
import { englishStrings, type Strings } from './strings.ts';

type Appearance = Settings['appearance'];
export type Colors = Partial<Record<ColorName, string>>;
export type Mode = 'floating' | 'inline';

/** Configuration from the page, as JSON in the `config` attribute or as argument of `mount()`. */
export interface WidgetConfig {
  /** REST base with the namespace: `…/wp-json/itih/v1/` or `…/?rest_route=/itih/v1/`. */
  api: string;
  locale?: string;
  rtl?: boolean;
  /** `dark` is only read when the name is `auto`. */
  theme?: { name?: Appearance['theme']; colors?: Colors; dark?: Colors };
  position?: Appearance['position'];
  /** Pixels, of a chat in the page; 0: by the size of the window. */
  height?: number;
  /** Pixels from the edges of the window. */
  offset_x?: number;
  offset_y?: number;
  /** Text beside the icon of the button. */
  label?: string;
  bot_name?: string;
  welcome?: string;
  avatar?: string;
  logo?: string;
  show_credit?: boolean;
  starters?: string[];
  consent_text?: string;
  /** How to reach a person, as markdown. */
  contact?: string;
  /** A language model writes the answers. */
  ai?: boolean;
  max_message_chars?: number;
  /** Address of the site's own search; what is searched for is added at its end. */
  search_url?: string;
  /** Address of the site's privacy policy. */
  privacy_url?: string;
  /** Address of the panel's script; without it that beside the launcher's. */
  panel?: string;
  strings?: Partial<Strings>;
}

export interface Options extends WidgetConfig {
  locale: string;
  bot_name: string;
  welcome: string;
  strings: Strings;
}

/** Fills in what the page left out; an empty name, greeting or locale counts as left out. */
export function resolveOptions(config: WidgetConfig): Options {
  const strings = { ...englishStrings, ...config.strings };
  return {
    ...config,
    locale: config.locale || document.documentElement.lang,
    bot_name: config.bot_name || strings.title,
    welcome: config.welcome || strings.welcome,
    strings,
  };
}
