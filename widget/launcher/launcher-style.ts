/** All that a page needs before the panel: the button, a chat's place in the page, and the sentence after a failure. */
export const launcherStyle = `
:host{all:initial;display:block;
--itih-primary:#2145e6;--itih-bg:#fff;--itih-text:#1e1e1e;--itih-launcher:var(--itih-primary);--itih-launcher-icon:#fff}
:host([hidden]){display:none!important}
.launcher{display:flex;align-items:center;justify-content:center;box-sizing:border-box;margin:0;padding:0;border:0;cursor:pointer;
position:fixed;z-index:var(--itih-z-index,2147483000);bottom:calc(var(--itih-offset-y,20px) + env(safe-area-inset-bottom));
width:60px;height:60px;border-radius:50%;background:var(--itih-launcher);color:var(--itih-launcher-icon);
box-shadow:0 4px 12px #0002,0 8px 24px #0004;transition:.18s;touch-action:manipulation}
.launcher svg{width:28px;height:28px;fill:none;stroke:currentColor;stroke-width:1.9;stroke-linecap:round;stroke-linejoin:round}
.launcher:hover{transform:translateY(-2px)}
.launcher[aria-busy=true]{opacity:.7}
.bottom-right .launcher,.bottom-right>.load-failed{right:var(--itih-offset-x,20px)}
.bottom-left .launcher,.bottom-left>.load-failed{left:var(--itih-offset-x,20px)}
:focus-visible{outline:2px solid var(--itih-primary);outline-offset:2px}
.place{box-sizing:border-box;height:var(--itih-height,min(640px,85vh));border:1px solid #8884;border-radius:var(--itih-radius,20px);background:var(--itih-bg)}
.load-failed{box-sizing:border-box;padding:14px 18px;font:400 15px/1.5 var(--itih-font,system-ui,sans-serif);color:var(--itih-text)}
.floating>.load-failed{position:fixed;z-index:var(--itih-z-index,2147483000);bottom:calc(var(--itih-offset-y,20px) + 72px);
max-width:min(320px,calc(100vw - 40px));border-radius:14px;background:var(--itih-bg);box-shadow:0 0 0 1px #8884,0 8px 24px #0004}
.load-failed p{margin:0 0 8px}
.retry{min-height:44px;padding:6px 14px;border:1px solid #8888;border-radius:12px;background:none;color:inherit;font:inherit;cursor:pointer}
@media (prefers-reduced-motion:reduce){.launcher{transition:none}}
@media (forced-colors:active){.launcher,.load-failed{border:1px solid}}
@media print{.floating{display:none}}
`.replaceAll('\n', '');
