/**
 * All that a page needs before the panel: the button, which can hold a sentence, and the place of a chat in
 * the page. The border without colour is seen where the visitor's own colours are forced.
 */
export const launcherStyle =
  ':host{all:initial;display:block}:host([hidden]){display:none}' +
  '.inline{height:var(--itih-height,min(640px,85vh))}' +
  '.launcher{display:grid;place-items:center;box-sizing:border-box;margin:0;padding:15px;border:1px solid transparent;border-radius:30px;cursor:pointer;' +
  'min-width:60px;min-height:60px;max-width:300px;font:15px/1.4 var(--itih-font,system-ui);box-shadow:0 4px 12px #0002,0 8px 24px #0004;' +
  'background:var(--itih-launcher,var(--itih-primary,#2145e6));color:var(--itih-launcher-icon,#fff)}' +
  '.floating>.launcher{position:fixed;z-index:var(--itih-z-index,2147483000);bottom:calc(var(--itih-offset-y) + env(safe-area-inset-bottom))}' +
  '.bottom-right>.launcher{right:var(--itih-offset-x)}.bottom-left>.launcher{left:var(--itih-offset-x)}' +
  '.launcher[aria-busy=true]{opacity:.7}' +
  '.launcher svg{width:28px;height:28px;fill:none;stroke:currentColor;stroke-width:1.9;stroke-linecap:round;stroke-linejoin:round}' +
  '@media print{.floating{display:none}}';
