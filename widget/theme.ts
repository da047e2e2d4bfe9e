import type { Colors, Options } from './config.ts';

/** Used where the page names no colours. */
const light: Required<Colors> = {
  primary: '#2145e6',
  header_bg: '#2145e6',
  header_text: '#ffffff',
  bg: '#ffffff',
  text: '#1e1e1e',
  user_bubble: '#2145e6',
  user_text: '#ffffff',
  bot_bubble: '#f0f2f7',
  bot_text: '#1e1e1e',
  launcher: '#2145e6',
  launcher_icon: '#ffffff',
};
const dark: Required<Colors> = {
  primary: '#9db4ff',
  header_bg: '#1b2030',
  header_text: '#f2f4fa',
  bg: '#12151f',
  text: '#e8eaf2',
  user_bubble: '#3557d6',
  user_text: '#ffffff',
  bot_bubble: '#232a3d',
  bot_text: '#e8eaf2',
  launcher: '#3557d6',
  launcher_icon: '#ffffff',
};

const plainValue = /^[\w#(),.%/ -]+$/;

/** `header_bg` becomes `--itih-header-bg`: set on the element by the page's CSS it wins over this. */
function rule(colors: Colors, scheme: 'light' | 'dark'): string {
  const lines = Object.entries(colors)
    .filter(([, value]) => plainValue.test(value))
    .map(([name, value]) => `--itih-${name.replaceAll('_', '-')}:${value}`);
  const bad = scheme === 'dark' ? '#ff9a8f' : '#b42318';
  return `:host{${lines.join(';')};--bad:${bad};color-scheme:${scheme}}`;
}

export function themeCss({ theme }: Pick<Options, 'theme'>): string {
  const { name = 'light', colors, dark: night } = theme;
  if (name === 'dark') return rule({ ...dark, ...colors }, 'dark');
  const day = rule({ ...light, ...colors }, 'light');
  if (name !== 'auto') return day;
  return `${day}@media(prefers-color-scheme:dark){${rule({ ...dark, ...night }, 'dark')}}`;
}

/** Shares the sheet between elements; a `<style>` where sheets cannot be constructed. */
export function applyStyles(root: ShadowRoot, ...texts: string[]): void {
  try {
    root.adoptedStyleSheets = texts.map((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      return sheet;
    });
  } catch {
    for (const text of texts) {
      const style = document.createElement('style');
      style.textContent = text;
      root.append(style);
    }
  }
}
