/** Messages and what stands in them. */
export const textStyle = `
.message{display:flex;flex-direction:column;align-items:flex-start;gap:8px;min-width:0}
.user{align-items:flex-end}
.bubble{max-width:100%;padding:10px 14px;border-radius:18px;overflow-wrap:anywhere;background:var(--itih-bot-bubble);color:var(--itih-bot-text);border-end-start-radius:6px}
.user .bubble{max-width:86%;white-space:pre-wrap;background:var(--itih-user-bubble);color:var(--itih-user-text);border-radius:18px;border-end-end-radius:6px}
.user .bubble::selection{background:#fff5}
.text>*+*,.text li>*+*{margin-block-start:.7em}
.text h3{font-weight:650;line-height:1.35}
.text *+h3{margin-block-start:1.1em}
.text h3[data-level="1"]{font-size:1.2em}
.text h3[data-level="2"]{font-size:1.1em}
.text strong{font-weight:650}
.text em{font-style:italic}
.text ul,.text ol{padding-inline-start:1.5em}
.text li+li{margin-block-start:.3em}
.text li::marker{color:var(--bot-muted)}
.text li ul,.text li ol{margin-block-start:.3em}
.text a{color:inherit;text-decoration:underline;text-decoration-thickness:1px;text-underline-offset:2px;border-radius:3px}
.text a:hover{text-decoration-thickness:2px}
.text hr{border:0;border-top:1px solid var(--line)}
.text blockquote{padding-inline-start:12px;border-inline-start:3px solid var(--line);color:var(--bot-muted)}
.text code{font:.88em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;padding:.1em .35em;border-radius:5px;background:var(--soft)}
.text sup{font-size:.72em;line-height:1;vertical-align:.4em;margin-inline:1px;font-weight:650;font-variant-numeric:tabular-nums}
.text sup a{display:inline-block;min-width:1.7em;padding:.2em .35em;text-align:center;text-decoration:none;border-radius:6px;background:var(--soft);color:var(--itih-bot-text)}
.text sup a:hover{background:var(--itih-primary);color:var(--itih-bg)}
.code{border-radius:12px;overflow:hidden;background:var(--itih-bg);color:var(--itih-text);border:1px solid var(--line)}
.code-header{display:flex;align-items:center;justify-content:space-between;min-height:34px;padding:2px 4px;padding-inline-start:12px;font-size:.8em;color:var(--muted);border-bottom:1px solid var(--line)}
.code-header button{width:30px;height:30px;border-radius:8px}
.code-header svg{width:16px;height:16px}
.text pre{padding:10px 12px;overflow-x:auto;scrollbar-width:thin;text-align:left}
.text pre code{padding:0;background:none;white-space:pre;overflow-wrap:normal}
pre:focus-visible,.table:focus-visible{outline-offset:-2px}
.table{overflow-x:auto;scrollbar-width:thin;border:1px solid var(--line);border-radius:12px;background:var(--itih-bg);color:var(--itih-text)}
table{border-collapse:collapse;width:100%;font-size:.93em}
th,td{padding:7px 12px;text-align:start;vertical-align:top;overflow-wrap:normal;min-width:72px}
th{font-weight:650;background:var(--soft);white-space:nowrap}
tr+tr td,thead+tbody td{border-top:1px solid var(--line)}
.dots{display:flex;gap:5px;padding:15px 16px;border-radius:18px;border-end-start-radius:6px;background:var(--itih-bot-bubble);color:var(--itih-bot-text)}
.dots i{width:7px;height:7px;border-radius:50%;background:currentColor;opacity:.35;animation:pulse 1.1s infinite}
.dots i:nth-of-type(2){animation-delay:.15s}
.dots i:nth-of-type(3){animation-delay:.3s}
@keyframes pulse{30%{opacity:.9;transform:translateY(-2px)}}
.tools{display:grid;gap:4px}
.tool,.note{display:flex;align-items:center;gap:7px;font-size:.87em;color:var(--muted)}
.tool svg{width:16px;height:16px}
.tool[data-state=running] svg{animation:blink 1.1s infinite}
@keyframes blink{50%{opacity:.3}}
.reasoning{max-width:100%;font-size:.87em;color:var(--muted)}
summary{display:flex;align-items:center;gap:6px;width:max-content;cursor:pointer;border-radius:6px;list-style:none}
summary::-webkit-details-marker{display:none}
summary::after{content:"";width:7px;height:7px;border:solid currentColor;border-width:0 1.6px 1.6px 0;transform:translateY(-2px) rotate(45deg);transition:transform .12s}
[open]>summary::after{transform:translateY(2px) rotate(225deg)}
.reasoning p{margin-block-start:6px;padding-inline-start:12px;border-inline-start:2px solid var(--line);white-space:pre-wrap;overflow-wrap:anywhere}
.after{display:grid;gap:10px;width:100%}
.error{display:flex;flex-wrap:wrap;align-items:center;gap:8px 10px;padding:10px 14px;border-radius:14px;border:1px solid var(--line);background:var(--soft)}
.error>svg{color:var(--bad)}
.error p{flex:1 1 180px}
.retry svg{width:16px;height:16px}
.caption{font-size:.8em;font-weight:650;color:var(--muted);margin-block-end:6px}
.sources ul{list-style:none;display:grid;gap:6px}
.source{display:grid;grid-template-columns:auto 1fr;align-items:center;gap:0 10px;padding:7px 10px;border:1px solid var(--line);border-radius:12px;color:var(--itih-text);text-decoration:none;font-size:.9em;line-height:1.35}
a.source:hover{border-color:var(--itih-primary)}
a.source:hover .source-title{text-decoration:underline;text-underline-offset:2px}
.number{grid-row:span 2;display:grid;place-items:center;min-width:24px;height:24px;border-radius:8px;background:var(--soft);font-size:.85em;font-weight:650;font-variant-numeric:tabular-nums}
.source-title{overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;font-weight:550;overflow-wrap:anywhere;text-align:start}
.place{grid-column:2;font-size:.85em;color:var(--muted);overflow:hidden;text-overflow:ellipsis;white-space:nowrap;text-align:start}
.actions{display:flex;align-items:center;gap:2px;margin-block-start:-2px;color:var(--muted)}
.actions button{width:32px;height:32px;border-radius:9px}
.actions button:hover,.code-header button:hover{background:var(--soft)}
.actions svg{width:17px;height:17px}
.feedback-down svg{transform:rotate(180deg)}
.thumb[aria-pressed=true]{color:var(--itih-primary)}
.thumb[aria-pressed=true] svg{fill:currentColor;fill-opacity:.25}
.thanks{font-size:.82em;margin-inline-start:6px}
`;
