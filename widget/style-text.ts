/** Texts of the owner, notices, and what an answer has in common with them. */
export const textStyle = `
.text>*+*,.text :is(li,blockquote)>*+*{margin-top:.7em}
h2,h3,h4,b,strong,th,sup,mark,.caption,.number,.done,.logo{font-weight:650}
.text *+:is(h3,h4){margin-top:1.1em}
h2,h3{font-size:1.13em}
.text li:has(>.done,>.todo){list-style:none}
.text :is(ul,ol){padding-inline-start:1.5em}
.text li+li,.text li :is(ul,ol){margin-top:.3em}
.text a{text-underline-offset:2px}
hr,td{border-top:var(--line)}
blockquote,.reasoning p{padding-inline-start:12px;border-inline-start:var(--line);border-inline-start-width:3px}
code{font:.87em/1.5 ui-monospace,monospace;padding:.1em .35em;border-radius:6px}
code,.code,th{background:var(--itih-bot-bubble);color:var(--itih-bot-text)}
.code,.error,.note{border:var(--line);border-radius:12px}
.dots{min-height:23px}
.dots i{width:7px;height:7px;border-radius:50%;background:currentColor;opacity:.35;animation:pulse 1.1s infinite}
.dots i:nth-of-type(2){animation-delay:.15s}
.dots i:nth-of-type(3){animation-delay:.3s}
@keyframes pulse{30%{opacity:.9;transform:translateY(-2px)}}
.tool,.actions,.slow{display:flex;align-items:center;gap:6px}
.tool,.reasoning,.actions,.dots,.code-header,.caption,.place,.asked,.tip{font-size:.87em;color:var(--muted)}
summary{width:max-content;cursor:pointer;align-content:center}
.error,.note{padding:10px 14px}
.error{border-inline-start:3px solid var(--bad)}
.note{border-inline-start:3px solid var(--itih-primary)}
`;
