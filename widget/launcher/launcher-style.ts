/**
 * All that a page needs before the panel: the button, which can hold a sentence, and the place of a chat in the page. A
 * panel gets the place of its button. The border without colour is seen where the visitor's own colours are forced; so
 * is the icon, because it is a border and not a background. A theme's outline for all that has the focus would also go
 * around the host. The icon fades while the panel loads, unless it is there at once; nothing moves.
 */
export const launcherStyle =
  ':host{all:initial;display:block;font-family:inherit}:host([hidden]){display:none}' +
  '.inline{height:var(--itih-height,min(640px,85vh))}.inline:not([role])>.launcher{display:none}' +
  '.launcher{display:flex;align-items:center;gap:8px;padding:15px;border:1px solid #0000;border-radius:30px;cursor:pointer;' +
  'max-width:300px;font:inherit;box-shadow:0 4px 20px #0005;' +
  'background:var(--itih-launcher,var(--itih-primary,#2145e6));color:var(--itih-launcher-icon,#fff)}' +
  '.floating>*{position:fixed;z-index:var(--itih-z-index,2147483000);bottom:calc(var(--itih-offset-y) + env(safe-area-inset-bottom))}' +
  '.bottom-right>*{right:var(--itih-offset-x)}.bottom-left>*{left:var(--itih-offset-x)}' +
  `.launcher::before{pointer-events:none;content:"";border:14px solid;clip-path:path("M26 13a10 10 0 0 1-10 10H3l3-4a10 10 0 1 1 20-6z")}` +
  '[aria-busy]::before{opacity:.3;transition:1s .3s}' +
  '@media print{.floating{display:none}}';
