import type { Colors, WidgetConfig } from './config.ts';

/** `header_bg` becomes `--itih-header-bg`: the page's CSS for the element wins over this. */
function rule(colors: Colors | undefined, scheme: string): string {
  let css = `color-scheme:${scheme};`;
  for (const [name, value] of Object.entries(colors ?? {})) {
    if (/^[\w#(),.% -]+$/.test(value)) css += `--itih-${name.replace(/_/g, '-')}:${value};`;
  }
  return `:host{${css}}`;
}

export function themeCss({ name, colors, dark }: NonNullable<WidgetConfig['theme']>): string {
  const css = rule(colors, name === 'dark' ? name : 'light');
  return dark ? `${css}@media(prefers-color-scheme:dark){${rule(dark, 'dark')}}` : css;
}

/** Adds a style sheet below the others. A `<style>` where sheets cannot be constructed. */
export function addStyle(root: ShadowRoot, css: string): void {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    root.adoptedStyleSheets = [sheet, ...root.adoptedStyleSheets];
  } catch {
    const style = document.createElement('style');
    style.textContent = css;
    root.prepend(style);
  }
}

/** The page's CSS for the element wins over this, too. Never higher than the window: its input would be out of sight. */
export const placeCss = ({ offset_x = 20, offset_y = 20, height = 0 }: WidgetConfig): string =>
  `:host{--itih-offset-x:${Number(offset_x)}px;--itih-offset-y:${Number(offset_y)}px` +
  (height > 0 ? `;--itih-height:min(${Number(height)}px,85vh)}` : '}');
