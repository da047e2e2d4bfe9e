import type { WidgetConfig } from './config.ts';

/** `header_bg` becomes `--itih-header-bg`: the page's CSS for the element wins over this. */
function rule(values: object, scheme: string): string {
  let css = '';
  for (const [name, value] of Object.entries(values))
    if (/^[\w#(),.% -]+$/.test(value as string))
      css += `;--itih-${name.replace(/_/g, '-')}:${value}`;
  return `:host{color-scheme:${scheme}${css}}`;
}

/** Returns the rules of colours and place. Never higher than the window: its input would be out of sight. */
export function hostCss({
  theme = {},
  offset_x = 20,
  offset_y = 20,
  height,
}: WidgetConfig): string {
  const { name, colors, dark } = theme;
  const place = {
    offset_x: `${offset_x}px`,
    offset_y: `${offset_y}px`,
    ...(height && { height: `min(${height}px,85vh)` }),
  };
  const css = rule({ ...colors, ...place }, name === 'dark' ? name : 'light');
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
