import type { WidgetConfig } from './config.ts';

/** `header_bg` becomes `--itih-header-bg`: the page's CSS for the element wins over this. */
function rule(values: Record<string, string>, scheme: string): string {
  let css = '';
  for (const name in values)
    if (/^[\w#(),.% -]+$/.test(values[name]!))
      css += `;--itih-${name.replaceAll('_', '-')}:${values[name]}`;
  return `:host{color-scheme:${scheme}${css}}`;
}

/** Returns the rules of colours and place. Never higher than the window: its input would be out of sight. */
export const hostCss = ({
  theme: { name, colors, dark } = {},
  offset_x = 20,
  offset_y = 20,
  height,
}: WidgetConfig): string =>
  rule(
    {
      ...colors,
      offset_x: `${offset_x}px`,
      offset_y: `${offset_y}px`,
      height: height ? `min(${height}px,85vh)` : '',
    },
    name === 'dark' ? name : 'light',
  ) + (dark ? `@media(prefers-color-scheme:dark){${rule(dark, 'dark')}}` : '');
