import type { Catalogue, Message } from 'gettext-parser';

/** Arguments of each gettext function that hold texts; the text domain comes after them. */
const callShapes: Record<string, readonly ('msgid' | 'msgid_plural' | 'msgctxt' | 'number')[]> = {
  __: ['msgid'],
  _e: ['msgid'],
  _x: ['msgid', 'msgctxt'],
  _ex: ['msgid', 'msgctxt'],
  _n: ['msgid', 'msgid_plural', 'number'],
  _nx: ['msgid', 'msgid_plural', 'number', 'msgctxt'],
  _n_noop: ['msgid', 'msgid_plural'],
};

const call = /\b(?:esc_html|esc_attr)?(__|_e|_x|_ex|_n|_nx|_n_noop)\(/g;
const literal = /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*/y;
const anything = /[^,]*/y;

/**
 * Reads a literal or skips another argument; undefined when it is no literal. In single quotes, PHP takes `\\n` as it
 * stands.
 */
function readArgument(source: string, at: number, isPhp: boolean) {
  literal.lastIndex = at;
  const found = literal.exec(source);
  if (found) {
    const hasBreaks = !isPhp || found[1] === undefined;
    const text = (found[1] ?? found[2] ?? '').replace(/\\(.)/g, (whole, next: string) => {
      if (next === 'n') return hasBreaks ? '\n' : whole;
      return next;
    });
    return { text, end: literal.lastIndex };
  }
  anything.lastIndex = at;
  anything.exec(source);
  return { text: undefined, end: anything.lastIndex };
}

function readCall(
  source: string,
  name: string,
  start: number,
  isPhp: boolean,
): Message | undefined {
  const message: Message = { msgid: '', msgstr: [''] };
  let at = start;
  for (const field of callShapes[name] ?? []) {
    const { text, end } = readArgument(source, at, isPhp);
    if (field !== 'number') {
      if (text === undefined) return undefined;
      message[field] = text;
    }
    at = end + 1;
  }
  if (message.msgid_plural !== undefined) message.msgstr = ['', ''];
  return message;
}

/** Returns the note for translators that stands right before a call. */
function noteBefore(source: string, at: number): string | undefined {
  const before = source.slice(Math.max(0, at - 400), at);
  const start = before.lastIndexOf('translators:');
  const end = before.indexOf('*/', start);
  // Another statement in between: the note is that of an earlier call.
  if (start < 0 || end < 0 || before.slice(end).includes(';')) return undefined;
  return before.slice(start, end).replace(/\s+/g, ' ').trim();
}

/** Adds the texts of a source file in PHP or TypeScript: calls of gettext with literals, as WordPress' tools collect them. */
export function extract(source: string, path: string, into: Catalogue['translations']): void {
  for (const { 1: name = '', 0: whole, index } of source.matchAll(call)) {
    const message = readCall(source, name, index + whole.length, path.endsWith('.php'));
    if (!message?.msgid) continue;
    const group = (into[message.msgctxt ?? ''] ??= {});
    const known = (group[message.msgid] ??= { ...message, comments: {} });
    if (message.msgid_plural) {
      known.msgid_plural = message.msgid_plural;
      known.msgstr = ['', ''];
    }
    const comments = (known.comments ??= {});
    const note = noteBefore(source, index);
    if (note && !comments.extracted?.includes(note)) {
      comments.extracted = [comments.extracted, note].filter(Boolean).join('\n');
    }
    if (!comments.reference?.includes(path)) {
      comments.reference = [comments.reference, path].filter(Boolean).join('\n');
    }
  }
}
