/** Questions, answers and what stands below them. */
export const answerStyle = `
.user{align-items:flex-end}
.bubble{max-width:100%}
.assistant .bubble,.after{width:100%}
.user .bubble{max-width:86%;white-space:pre-wrap;background:var(--itih-user-bubble);color:var(--itih-user-text);padding:10px 14px;border-radius:18px;border-end-end-radius:6px}
.asked{display:block;margin-bottom:.2em}
.done,.todo{margin-inline:-1.35em .45em}
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
sup{font-size:.72em;line-height:1;vertical-align:.4em;margin-inline-start:2px;white-space:nowrap}
sup>*{padding:.2em .6em;text-decoration:none}
sup>*,.number{border-radius:9px;background:var(--tint);color:var(--itih-text)!important}
sup a:hover{background:var(--itih-primary);color:var(--itih-bg)!important}
.code{overflow:hidden}
.code-header{display:flex;align-items:center;justify-content:space-between;padding-inline-start:12px}
pre{padding:10px 12px;text-align:left}
pre,.table{overflow-x:auto}
pre code{padding:0}
table{border-collapse:collapse;width:100%;font-size:.93em}
th,td{padding:8px 12px;text-align:start;vertical-align:top;overflow-wrap:normal;min-width:72px}
[data-state=running] svg{animation:pulse 1.1s infinite}
.done,[aria-pressed=true]{color:var(--itih-primary)}
.reasoning p{margin-top:6px;white-space:pre-wrap}
.after{display:grid;gap:10px}
@media not all and (any-pointer:coarse){.message:not(:last-child):not(:hover,:focus-within) .actions{opacity:0}}
.actions{margin-inline-start:-8px}
.message:not(:last-child) :is(.regenerate,.next){display:none}
.sources ul{list-style:none;display:grid;gap:6px;margin-top:6px}
.number{min-width:24px;padding:2px;text-align:center}
.passage,.tip span{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:8;overflow:hidden}
.passage{margin-top:4px;white-space:pre-line}
.place{flex:none}
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
.tip span{-webkit-line-clamp:4;color:var(--muted)}
.feedback-down svg{transform:scaleY(-1)}
`;
