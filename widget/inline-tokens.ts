/** A piece of inline text. */
type Token =
  | { kind: 'text' | 'code'; text: string }
  | { kind: 'citation'; text: string; n: number }
  /** Without a label, the address is shown as it is. */
  | { kind: 'link'; address: string; label: string }
  /** `**`, `_` and the like, and the characters around. */
  | { kind: 'marks'; run: string; before: string | undefined; after: string | undefined }
  /** HTML, as models write it where Markdown has nothing: `<sub>`, `</b>`. */
  | { kind: 'tag'; text: string }
  | { kind: 'break' };

/** Escape, code, bracket, bare address, emphasis, tag, entity, line break. */
const special =
  /\\([!-/:-@[-`{-~])|(`+)|!?(\[)|<?(https?:\/\/)|(\*+|_+|~~)|(<\/?(?:su[bp]|[bi])>)|&(#\d+|[a-z]+);|<br ?\/?>|\n/gi;
const bare =
  /https?:\/\/(?:\([^\s<>()"'`*|[\]\\\u3000-\u303f\uff01-\uff60]*\)|[^\s<>()"'`*|[\]\\\u3000-\u303f\uff01-\uff60])*(?:\([^\s<>()"'`*|[\]\\\u3000-\u303f\uff01-\uff60]*\)|[^\s<>()"'`*|[\]\\\u3000-\u303f\uff01-\uff60.,;:!?_~])/y;
const citation = /\[(\d{1,3})\](?!\()/y;
const link =
  /!?\[((?:[^[\]\\]|\\.|\[[^[\]]*\])*)\]\(\s*(?!\s)<?([^\s<>()]*(?:\([^\s()]*\)[^\s<>()]*)*)>?(?:\s+(?:"[^"]*"\s*)?)?\)/y;

const entities = 'amp& lt< gt> quot" nbsp\u00a0 ndash– mdash— euro€'.split(' ');

/** Returns the character of `amp` or `#233`; undefined: it is none. */
function characterOf(entity: string): string | undefined {
  const code = +entity.slice(1);
  return code > 31 && code < 55_296
    ? String.fromCharCode(code)
    : entities.find((one) => one.slice(0, -1) === entity)?.slice(-1);
}

function match(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index;
  return pattern.exec(text);
}

/** The address that is a link by itself at this place of a text. */
export const bareAddressAt = (text: string, index: number): string | undefined =>
  match(bare, text, index)?.[0];

/**
 * Reads inline Markdown; raw HTML is text, and images are links. The server reads by it which links there will be.
 *
 * @param partial More text will follow: open code at the end is read as if it were closed.
 */
export function* readInline(text: string, partial: boolean): Generator<Token, void> {
  /** Where runs of backticks begin, by their length: code ends at the next one of its own length. */
  const runs = new Map<number, number[]>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const starts = runs.get(run.length) ?? [];
    runs.set(run.length, starts);
    starts.push(index);
  }

  const endOfCode = (from: number, ticks: string): number | undefined => {
    const starts = runs.get(ticks.length) ?? [];
    while (starts[0]! < from) starts.shift();
    return starts[0] ?? (partial && from < text.length ? text.length : undefined);
  };

  let at = 0;
  for (let found = match(special, text, 0); found; found = match(special, text, at)) {
    const { index } = found;
    const [whole, escaped, ticks, bracket, scheme, run, tag, entity] = found;
    if (index > at) yield { kind: 'text', text: text.slice(at, index) };
    at = index + whole.length;
    if (escaped) yield { kind: 'text', text: escaped };
    else if (ticks) {
      const end = endOfCode(at, ticks);
      const content = text.slice(at, end).replaceAll('\n', ' ');
      if (end === undefined) yield { kind: 'text', text: ticks };
      else {
        yield { kind: 'code', text: content.trim() || content };
        at = end + ticks.length;
      }
    } else if (bracket) {
      const cited = match(citation, text, index);
      const linked = cited ? null : match(link, text, index);
      const [read] = cited ?? linked ?? [whole];
      at = index + read.length;
      if (cited) yield { kind: 'citation', text: read, n: Number(cited[1]) };
      else if (linked) yield { kind: 'link', address: linked[2]!, label: linked[1]! };
      else yield { kind: 'text', text: read };
    } else if (scheme) {
      at -= scheme.length;
      const isAngled = at > index;
      const address = bareAddressAt(text, at);
      at += (address ?? scheme).length;
      const isClosed = isAngled && text[at] === '>';
      if (isAngled && !isClosed) yield { kind: 'text', text: '<' };
      yield address ? { kind: 'link', address, label: '' } : { kind: 'text', text: scheme };
      if (isClosed) at += 1;
    } else if (run) yield { kind: 'marks', run, before: text[index - 1], after: text[at] };
    else if (tag) yield { kind: 'tag', text: tag };
    else if (entity) yield { kind: 'text', text: characterOf(entity) ?? whole };
    else yield { kind: 'break' };
  }
  if (at < text.length) yield { kind: 'text', text: text.slice(at) };
}
