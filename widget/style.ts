import { textStyle } from './style-text.ts';

/** Where the open panel fills the screen: small, also when held sideways. */
export const phoneQuery = '(max-width:600px),(max-height:440px) and (max-width:960px)';

/**
 * The page's CSS cannot reach inside, and `all: initial` keeps inherited values out. What an owner
 * may set on `itih-chat`: the 11 `--itih-*` colours and, with their defaults here, `--itih-font`,
 * `--itih-font-size`, `--itih-radius`, `--itih-width`, `--itih-height`; and, with those of the launcher,
 * `--itih-offset-x`, `--itih-offset-y`, `--itih-z-index`.
 */
const base = `
:host{--itih-primary:#2145e6;--itih-header-bg:var(--itih-bg);--itih-header-text:var(--itih-text);--itih-bg:#fff;--itih-text:#1e1e1e;
--itih-user-bubble:var(--itih-bot-bubble);--itih-user-text:var(--itih-text);--itih-bot-bubble:#f0f2f7;--itih-bot-text:#1e1e1e;
--itih-launcher:var(--itih-primary);--itih-launcher-icon:#fff;outline:0!important}
[hidden]{display:none!important}
.root{all:initial;display:block;color-scheme:inherit;
--line:1px solid color-mix(in srgb,currentColor 16%,transparent);
--soft:color-mix(in srgb,currentColor 8%,transparent);
--tint:color-mix(in srgb,var(--itih-primary) 13%,var(--itih-bg));
--muted:color-mix(in srgb,var(--itih-text) 74%,var(--itih-bg));
--bad:color-mix(in srgb,#e5372c 70%,var(--itih-text));
--room:calc(100vh - var(--itih-offset-y) - 104px);
font-size:var(--itih-font-size,15px);line-height:1.534;font-family:var(--itih-font,inherit);
color:var(--itih-text);overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
*,::before,::after{box-sizing:border-box;margin:0;padding:0;border:0;font:inherit;color:inherit;scrollbar-width:thin}
em{font-style:italic}
button,.search,input,textarea{padding:6px 12px;border:var(--line);border-radius:12px;background:none}
button,.search{display:flex;align-items:center;justify-content:center;gap:8px;flex:none;min-height:36px;cursor:pointer;font-weight:500;text-decoration:none;touch-action:manipulation}
[title]{width:36px;padding:0;border:0}
:hover:where(button,.search){background:var(--soft)}
button:disabled{cursor:default;opacity:.5}
svg{width:1.3em;height:1.3em;flex:none;fill:none;stroke:currentColor;stroke-width:1.9;stroke-linecap:round;stroke-linejoin:round}
:focus-visible{outline:2px solid var(--itih-primary);outline-offset:2px}
.spoken{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`;

const frame = `
.launcher{box-sizing:content-box;width:auto;min-height:0;transition:.18s}
[aria-expanded=true]::before{display:none}
.launcher svg{width:28px;height:28px}
.launcher:hover{transform:translateY(-2px)}
.panel{display:flex;flex-direction:column;overflow:hidden;background:var(--itih-bg);border-radius:var(--itih-radius,20px)}
.panel:focus,.input:focus-visible{outline:0}
dialog{inset:auto}
dialog:not([open]){display:none}
.floating .panel{margin-bottom:76px;width:min(var(--itih-width,400px),calc(100vw - 20px - var(--itih-offset-x)));height:min(var(--itih-height,640px),var(--room));
max-width:none;max-height:none;box-shadow:0 0 0 1px #0001,0 4px 12px #0002,0 24px 64px #0004;animation:rise .18s;transition:opacity .14s,transform .14s,display .14s allow-discrete}
.floating .panel[data-large]{width:min(760px,100vw - 2*var(--itih-offset-x));height:var(--room)}
.floating .panel:not([open]){opacity:0;transform:translateY(12px)}
.inline .panel{height:var(--itih-height,min(640px,85vh));border:var(--line)}
@keyframes rise{0%{opacity:0;transform:translateY(12px)}}
.head{position:relative}
.header{display:flex;align-items:center;gap:4px;padding:10px 8px;padding-inline-start:16px;background:var(--itih-header-bg);color:var(--itih-header-text)}
.header,.confirm,.earlier-list,.code-header{border-bottom:var(--line)}
.names{flex:1;min-width:0;line-height:1.3;display:grid;justify-items:start}
.names *{max-width:100%;overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2}
.more svg{stroke-width:3.6}
.menu{position:absolute;z-index:2;top:calc(100% - 4px);inset-inline-end:12px;display:grid;min-width:220px;max-width:calc(100% - 24px);padding:6px;border-radius:16px}
.menu button{justify-content:start;border:0;text-align:start}
.menu .clear{color:var(--bad)}
.tagline{opacity:.8}
.header :focus-visible{outline-color:currentColor;outline-offset:-2px}
.logo{display:grid;place-items:center;width:36px;height:36px;margin-inline-end:8px;background:var(--itih-launcher);color:var(--itih-launcher-icon);border-radius:50%;overflow:hidden}
.logo img{width:100%;height:100%;object-fit:cover}
.confirm,.starters,.next,.error,.note,.reasons,.mail,.dots{display:flex;flex-wrap:wrap;align-items:center;gap:8px}
:is(.confirm,.next,.error,.note,.reasons,.mail,.dots) :is(p,textarea,input){width:100%}
.confirm{padding:10px 18px;background:var(--soft)}
.earlier-list{max-height:50vh;overflow-y:auto;padding:8px}
.earlier-chat{display:flex}
.earlier-open{flex:1;min-width:0;border:0;justify-content:space-between;text-align:start}
.send,.clear-confirm,.consent-accept,.reason-send,.mail-send{background:var(--itih-primary);color:var(--itih-bg)}
.clear-confirm{background:var(--bad)}
.log-frame{position:relative;flex:1;min-height:0;display:flex}
.log{flex:1;min-width:0;overflow-y:auto;overscroll-behavior:contain}
.log:focus-visible,pre:focus-visible,.table:focus-visible{outline-offset:-3px}
.content,.messages,.message,.intro{display:flex;flex-direction:column;gap:12px}
.content{padding:18px;min-height:100%}
.user:not(:first-child){margin-top:16px}
.intro{flex:1;gap:24px;justify-content:center}
.intro>.text{font-size:1.47em;line-height:1.35;font-weight:600}
.notice:empty,.messages:empty,.tools:empty,.after:empty{display:none}
.menu,.tip{border:var(--line);background:var(--itih-bg);box-shadow:0 4px 12px #0002}
.tip{position:absolute}
.latest{margin-inline-end:4px;color:var(--muted)}
.starter{text-align:start;flex:initial}
.starters .starter{width:100%;padding-block:10px;justify-content:space-between}
.starters .starter::after{content:'→';color:var(--itih-primary)}
[dir=rtl] .starters .starter::after{content:'←'}
.next .starter{border-radius:18px;color:var(--itih-primary);border-color:color-mix(in srgb,currentColor 45%,transparent)}
.composer{padding:10px 14px 14px}
.box{display:flex;align-items:flex-end;padding:5px;border:var(--line);border-radius:18px}
.box:focus-within{border-color:var(--itih-primary)}
textarea{resize:none}
.input{flex:1;min-width:0;max-height:136px;border:0;line-height:24px}
::placeholder{color:var(--muted);opacity:1}
[part=stop] svg{fill:currentColor}
.tagline,.count,.credit{font-size:.8em}
.count,.credit{padding-top:6px;color:var(--muted);text-align:end}
.box:has([aria-invalid=true])+.count,[data-offline]{color:var(--bad)}
[data-offline]{text-align:start;padding-inline-start:4px}
.credit{padding:0 14px 12px;text-align:center}
.credit+.credit{margin-top:-8px}
.consent{padding:14px 18px 18px;border-top:var(--line);max-height:60%;overflow-y:auto}
.consent-accept{width:100%;min-height:44px;margin-top:14px}
`;

const adaptive = `
.places{display:flex;flex-wrap:wrap;justify-content:end;gap:8px;margin-bottom:70px}
.place-number{min-width:44px;min-height:44px;border-color:#0000;background:var(--itih-bg);box-shadow:0 4px 20px #0005}
.dock{display:none}
@media (min-width:1100px){
.dock{display:flex}
[data-docked] .enlarge,[data-docked][data-open] .launcher{display:none}
.floating[data-docked] .panel{inset-block:0;width:var(--itih-width,400px);height:100vh;margin:0;border-radius:0;box-shadow:0 0 0 1px #0003;animation:none;transition:none}
.bottom-right[data-docked] .panel{right:0}
.bottom-left[data-docked] .panel{left:0}
}
@media ${phoneQuery}{
.floating .panel{inset:0;width:100%;height:100dvh;margin:0;border-radius:0}
[data-open] .launcher,.enlarge{display:none}
.floating .header{padding-top:calc(10px + env(safe-area-inset-top))}
.floating .panel:not([data-keyboard]){padding-bottom:env(safe-area-inset-bottom)}
.panel :is(button,input,.row,.search,summary){min-width:44px;min-height:44px}
sup a{position:relative}
sup a::after{content:'';position:absolute;inset:-14px -12px}
input,textarea,.bubble{font-size:16px}
.input{padding-block:10px}
}
@media (max-height:440px){
.tagline{display:none}
.header,.composer{padding-block:4px}
.content{padding-block:8px}
}
@media (prefers-reduced-motion:reduce){*{animation:none!important;transition:none!important}}
@media (forced-colors:active){
.panel,.launcher,.menu,.user .bubble,.send,.number,.place-number,sup>*{border:1px solid!important}
.dots i{background:CanvasText}
.box:focus-within{outline:2px solid}
[aria-pressed=true]{forced-color-adjust:none;background:Highlight;color:HighlightText!important}
}
`;

export const style = base + frame + textStyle + adaptive;
