import { phoneQuery } from './view/phone.ts';
import { textStyle } from './style-text.ts';

/**
 * The page's CSS cannot reach inside, and `all: initial` keeps inherited values out. What an owner
 * may set on `itih-chat`: the 11 `--itih-*` colours and, with their defaults here, `--itih-font`,
 * `--itih-font-size`, `--itih-radius`, `--itih-width`, `--itih-height`, `--itih-offset-x`,
 * `--itih-offset-y`, `--itih-z-index`.
 */
const base = `
:host{all:initial;display:block}
:host([hidden]){display:none}
.root{all:initial;display:block;color-scheme:inherit;
  --line:#8884;--soft:#8882;--muted:var(--itih-text);--bot-muted:var(--itih-bot-text);
  --radius:var(--itih-radius,20px);--z:var(--itih-z-index,2147483000);
  --x:var(--itih-offset-x,20px);--y:var(--itih-offset-y,20px);
  font:400 var(--itih-font-size,15px)/1.55 var(--itih-font,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Helvetica Neue",Arial,sans-serif);
  color:var(--itih-text);-webkit-text-size-adjust:100%;text-size-adjust:100%;text-align:start;-webkit-tap-highlight-color:transparent}
@supports (color:color-mix(in srgb,red,red)){.root{
  --line:color-mix(in srgb,var(--itih-text) 16%,transparent);
  --soft:color-mix(in srgb,var(--itih-text) 7%,transparent);
  --muted:color-mix(in srgb,var(--itih-text) 74%,var(--itih-bg));
  --bot-muted:color-mix(in srgb,var(--itih-bot-text) 78%,var(--itih-bot-bubble))}}
*,::before,::after{box-sizing:border-box}
[hidden]{display:none!important}
h2,h3,p,ul,ol,pre,blockquote,table{margin:0;padding:0;font:inherit}
button,textarea{font:inherit;color:inherit;margin:0;border:0;padding:0;background:none;border-radius:0}
button{cursor:pointer;display:inline-flex;align-items:center;justify-content:center;gap:6px;touch-action:manipulation;user-select:none}
button:disabled{cursor:default;opacity:.45}
svg{width:20px;height:20px;flex:none;fill:none;stroke:currentColor;stroke-width:1.9;stroke-linecap:round;stroke-linejoin:round}
:focus{outline:none}
:focus-visible{outline:2px solid var(--itih-primary);outline-offset:2px}
.hidden{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`;

const frame = `
.launcher{position:fixed;z-index:var(--z);bottom:calc(var(--y) + env(safe-area-inset-bottom));width:60px;height:60px;border-radius:50%;
  background:var(--itih-launcher);color:var(--itih-launcher-icon);
  box-shadow:0 1px 2px #0003,0 8px 24px #0004;transition:transform .16s ease,box-shadow .16s ease}
.launcher:hover{transform:translateY(-2px);box-shadow:0 2px 4px #0003,0 12px 30px #0005}
.launcher:active{transform:scale(.95)}
.launcher:focus-visible{outline:3px solid var(--itih-launcher);outline-offset:3px}
.launcher svg{width:28px;height:28px}
.launcher[data-unread]::after{content:"";position:absolute;top:2px;inset-inline-end:2px;width:14px;height:14px;border-radius:50%;background:#d92d20;border:2px solid #fff}
.right .launcher{right:calc(var(--x) + env(safe-area-inset-right))}
.left .launcher{left:calc(var(--x) + env(safe-area-inset-left))}
.panel{position:relative;display:flex;flex-direction:column;min-width:0;overflow:hidden;background:var(--itih-bg);color:var(--itih-text);border-radius:var(--radius)}
.panel:focus-visible{outline:none}
.floating .panel{position:fixed;z-index:var(--z);bottom:calc(var(--y) + 76px);width:min(var(--itih-width,400px),calc(100vw - 2*var(--x)));
  height:min(var(--itih-height,640px),calc(100vh - 2*var(--y) - 84px));
  box-shadow:0 0 0 1px #0000000f,0 4px 12px #0000001a,0 24px 64px #00000038;animation:rise .18s cubic-bezier(.2,.8,.3,1)}
.right .panel{right:calc(var(--x) + env(safe-area-inset-right));transform-origin:bottom right}
.left .panel{left:calc(var(--x) + env(safe-area-inset-left));transform-origin:bottom left}
.inline .panel{inset:auto;width:100%;height:var(--itih-height,min(640px,85vh));border:1px solid var(--line)}
@keyframes rise{from{opacity:0;transform:translateY(12px) scale(.98)}}
.header{display:flex;align-items:center;gap:10px;padding:14px 14px 14px;padding-inline-start:18px;background:var(--itih-header-bg);color:var(--itih-header-text)}
.header h2{flex:1;min-width:0;font-weight:650;font-size:1.07em;line-height:1.3;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.header button{width:36px;height:36px;border-radius:10px;color:inherit;flex:none}
.header button:hover{background:#ffffff26}
.header :focus-visible{outline-color:var(--itih-header-text);outline-offset:-2px}
.logo{display:grid;place-items:center;flex:none;width:36px;height:36px;border-radius:50%;overflow:hidden;background:#ffffff26}
.logo svg{width:21px;height:21px}
.logo img{width:100%;height:100%;object-fit:cover}
.confirm{display:flex;flex-wrap:wrap;align-items:center;gap:8px;padding:10px 18px;border-bottom:1px solid var(--line);background:var(--soft)}
.confirm p{flex:1 1 100%}
.confirm button,.retry,.primary,.starter{min-height:36px;padding:6px 14px;border-radius:10px;border:1px solid var(--line);font-weight:550;background:var(--itih-bg);color:var(--itih-text)}
.confirm .clear-confirm,.primary{background:var(--itih-primary);border-color:var(--itih-primary);color:var(--itih-bg)}
.confirm button:hover,.retry:hover{border-color:currentColor}
.log-frame{position:relative;flex:1;min-height:0;display:flex}
.log{flex:1;min-width:0;overflow-y:auto;overscroll-behavior:contain;scrollbar-width:thin;scrollbar-color:var(--line) transparent}
.log:focus-visible{outline-offset:-3px}
.content{display:flex;flex-direction:column;min-height:100%;gap:18px;padding:18px}
.content>.notice:empty{display:none}
.messages{display:flex;flex-direction:column;gap:18px}
.messages:empty{display:none}
.latest{position:absolute;inset-block-end:10px;inset-inline:0;width:max-content;margin:auto;min-height:34px;padding:4px 14px 4px 10px;border-radius:99px;background:var(--itih-bg);color:var(--itih-text);border:1px solid var(--line);box-shadow:0 4px 14px #0003;font-size:.87em}
.latest svg{width:16px;height:16px}
.starters{display:flex;flex-wrap:wrap;gap:8px;margin-block-start:14px}
.starter{text-align:start;border-radius:16px;font-weight:500;color:var(--itih-primary);border-color:var(--itih-primary);background:none}
.starter:hover{background:var(--soft)}
.composer{padding:10px 14px 14px}
.box{display:flex;align-items:flex-end;gap:6px;padding:5px;border:1px solid var(--line);border-radius:16px;transition:border-color .12s}
.box:focus-within{border-color:var(--itih-primary);box-shadow:0 0 0 1px var(--itih-primary)}
textarea{flex:1;min-width:0;resize:none;max-height:136px;padding:6px 9px;line-height:24px;overflow-y:auto;scrollbar-width:thin}
textarea:focus-visible{outline:none}
textarea::placeholder{color:var(--muted);opacity:1}
.send{width:36px;height:36px;border-radius:11px;flex:none;background:var(--itih-primary);color:var(--itih-bg)}
.send:disabled{background:var(--soft);color:var(--muted);opacity:1}
.send[part=stop] svg{fill:currentColor;width:18px;height:18px}
.count{padding:6px 6px 0;font-size:.8em;color:var(--muted);text-align:end;font-variant-numeric:tabular-nums}
.count[role=alert]{color:var(--bad);font-weight:550}
.credit{padding:0 14px 12px;margin-block-start:-4px;text-align:center;font-size:.75em;color:var(--muted)}
.consent{padding:16px 18px 18px;border-top:1px solid var(--line);max-height:60%;overflow-y:auto}
.consent .text{font-size:.93em}
.consent .primary{width:100%;min-height:44px;margin-block-start:14px}

`;

const adaptive = `
@media ${phoneQuery}{
  .floating .panel{inset:0;bottom:auto;width:100%;max-width:none;height:100dvh;border-radius:0;box-shadow:none;transform-origin:bottom}
  .floating[data-open] .launcher{display:none}
  .floating .header{padding-top:calc(10px + env(safe-area-inset-top))}
  .floating .panel:not([data-keyboard])>:nth-last-child(2){padding-bottom:calc(14px + env(safe-area-inset-bottom))}
  .header button,.send,.actions button,.code-header button{min-width:44px;min-height:44px}
  .confirm button,.retry,.starter,.latest{min-height:44px}
  .source,summary{min-height:44px}
  .content{padding-inline:14px}
  textarea{font-size:16px;padding-block:10px}
  .bubble{font-size:16px}
}
@media (prefers-reduced-motion:reduce){*,::before,::after{animation:none!important;transition:none!important}}
@media (forced-colors:active){
  .panel,.launcher,.bubble,.send,.source,.box{border:1px solid}
  .header{border-bottom:1px solid}
  .thumb[aria-pressed=true]{forced-color-adjust:none;background:Highlight;color:HighlightText}
}
@media print{.floating{display:none}.log{overflow:visible}.inline .panel{height:auto}.composer{display:none}}
`;

export const style = base + frame + textStyle + adaptive;
