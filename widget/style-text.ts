/** Messages and what stands in them. */
export const textStyle = `
.user{align-items:flex-end}
.bubble{max-width:100%}
.assistant .bubble,.after{width:100%}
.user .bubble{max-width:86%;white-space:pre-wrap;background:var(--itih-user-bubble);color:var(--itih-user-text);padding:10px 14px;border-radius:18px;border-end-end-radius:6px}
.text>*+*,.text :is(li,blockquote)>*+*{margin-top:.7em}
h2,h3,h4,b,strong,th,sup,mark,.caption,.number,.done,.logo{font-weight:650}
.text *+:is(h3,h4){margin-top:1.1em}
h2,h3{font-size:1.13em}
.asked{display:block;margin-bottom:.2em}
.text li:has(>.done,>.todo){list-style:none}
.done,.todo{margin-inline:-1.35em .45em}
.text :is(ul,ol){padding-inline-start:1.5em}
.text li+li,.text li :is(ul,ol){margin-top:.3em}
.text a{text-underline-offset:2px}
hr,td{border-top:var(--line)}
blockquote,.reasoning p{padding-inline-start:12px;border-inline-start:var(--line);border-inline-start-width:3px}
.quotation,.row{border:var(--line)}
.quotation{padding:10px 14px 0;border-radius:12px;overflow:hidden;font-size:.93em}
.quotation :not(td)>strong,.quotation tr:has(strong){background:var(--tint)}
.quotation :not(td)>strong{padding:.1em .15em;border-radius:3px;-webkit-box-decoration-break:clone;box-decoration-break:clone}
.quotation .table{margin-inline:-8px}
.quotation table{font-size:1em}
.quotation :is(th,td){padding:7px 8px}
.quotation th{background:none;color:var(--muted);font-weight:500}
.crumb{color:var(--muted)}
.crumb b{color:var(--itih-text)}
code{font:.87em/1.5 ui-monospace,monospace;padding:.1em .35em;border-radius:6px}
code,.code,th{background:var(--itih-bot-bubble);color:var(--itih-bot-text)}
sup{font-size:.72em;line-height:1;vertical-align:.4em;margin-inline-start:2px;white-space:nowrap}
sup>*{padding:.2em .6em;text-decoration:none}
sup>*,.number{border-radius:9px;background:var(--tint);color:var(--itih-text)!important}
sup a:hover{background:var(--itih-primary);color:var(--itih-bg)!important}
.code,.source,.error,.note{border:var(--line);border-radius:12px}
.code{overflow:hidden}
.code-header{display:flex;align-items:center;justify-content:space-between;padding-inline-start:12px}
pre{padding:10px 12px;text-align:left}
pre,.table{overflow-x:auto}
pre code{padding:0}
table{border-collapse:collapse;width:100%;font-size:.93em}
th,td{padding:8px 12px;text-align:start;vertical-align:top;overflow-wrap:normal;min-width:72px}
.dots{min-height:23px}
.dots i{width:7px;height:7px;border-radius:50%;background:currentColor;opacity:.35;animation:pulse 1.1s infinite}
.dots i:nth-of-type(2){animation-delay:.15s}
.dots i:nth-of-type(3){animation-delay:.3s}
@keyframes pulse{30%{opacity:.9;transform:translateY(-2px)}}
.tool,.actions,.slow{display:flex;align-items:center;gap:6px}
.tool,.reasoning,.actions,.dots,.code-header,.caption,.place,.asked,.tip{font-size:.87em;color:var(--muted)}
[data-state=running] svg{animation:pulse 1.1s infinite}
.done,[aria-pressed=true]{color:var(--itih-primary)}
summary{width:max-content;cursor:pointer;align-content:center}
.reasoning p{margin-top:6px;white-space:pre-wrap}
.after{display:grid;gap:10px}
.error,.note{padding:10px 14px}
.error{border-inline-start:3px solid var(--bad)}
.note{border-inline-start:3px solid var(--itih-primary)}
.message:not(:last-child):not(:hover,:focus-within) .actions{opacity:0}
.actions{margin-inline-start:-8px}
.message:not(:last-child) :is(.regenerate,.next){display:none}
.sources ul{list-style:none;display:grid;gap:6px;margin-top:6px}
.source{display:grid;grid-template-columns:auto 1fr;gap:2px 10px;padding:8px 10px;text-decoration:none;font-size:.9em;line-height:1.35}
a.source:hover{border-color:var(--itih-primary)}
.number{grid-row:span 3;align-self:start;min-width:24px;padding:2px;text-align:center}
.source-title{font-weight:500}
.source:not(:has(.number)){grid-template-columns:1fr;padding-inline:14px}
.source>:not(.number,.spoken){grid-column:-2}
.passage,.tip span{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;color:var(--muted)}
.source:not(:has(.number)) .passage{-webkit-line-clamp:8;white-space:pre-line}
.row{display:flex;align-items:center;gap:8px;padding:10px 14px;text-decoration:none;font-size:.9em;line-height:1.35}
.row-title{flex:1;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
a.row::after{content:'';width:.6em;height:.6em;margin:0 .25em;border:solid;border-width:1.6px 1.6px 0 0;transform:rotate(45deg)}
[dir=rtl] a.row::after{transform:rotate(-135deg)}
a.row:hover{background:var(--soft)}
.row:focus-visible{outline-offset:-3px}
.quotation .row{margin:12px -14px 0;border-width:1px 0 0;border-color:color-mix(in srgb,var(--itih-text) 16%,transparent);font-size:1em;color:var(--itih-primary)}
.quotation .row-title{font-weight:650}
.line+.line{margin-top:-6px}
.line+.line .row{border-top:0}
:not(.line)+.line .row,.line:first-child .row{border-start-start-radius:12px;border-start-end-radius:12px}
.line:last-child .row{border-end-start-radius:12px;border-end-end-radius:12px}
mark{border-radius:3px;background:var(--tint)}
.tip{z-index:1;max-width:min(300px,90%);padding:8px 12px;border-radius:12px;pointer-events:none}
.tip b{display:block;color:var(--itih-text)}
.tip span{-webkit-line-clamp:4}
.feedback-down svg{transform:scaleY(-1)}
`;
