/**
 * Codes of page builders and of removed plugins that nobody renders, such as `[vc_row width="1/2"]`. WordPress ends a
 * code at its first `]`, whatever its quotes: developer.wordpress.org/reference/functions/get_shortcode_regex.
 */
const code = /(?<!\[)\[(\/?)([a-z][\w-]*)((?:[^\w[\]-][^[\]]*)?)\](?!\])/gi;
const ends = /\[\/([a-z][\w-]*)\s*\]/gi;
/** WPBakery's raw code, which is encoded. */
const encoded = /\[vc_raw_(?:html|js)[^[\]]*\][\w+/=%]*/gi;
/** Elements whose content is not text, or text to be shown as it is. */
const verbatim = /<(pre|code|script|style|textarea)(?=[\s>])/gi;

/** Quotes as authors write them, and as `wptexturize()` changes them. */
const double = /["“”„″«»]|&(?:quot|#0?34|#82(?:2[0-2]|43)|#1[78][17]|[lrb]dquo|[lr]aquo);/g;
const single = /&(?:apos|#0?39|#82(?:1[67]|42)|[lr]squo);/g;

const quoted = /^\s+[\w-]+\s*=\s*["'‘’′]/;
const unquoted = /^(?:\s+[\w-]+=[^\s"'=]+)+\s*\/?$/;
const told =
  /(?:^|\s)(title|heading|text|question|tab_title)\s*=\s*(?:"([^"]*)"|['‘’′]([^'‘’′]*)['‘’′])/g;
/** Values that are settings instead of words, and those that only Divi can resolve. */
const setting = /^(?:true|false|yes|no|on|off|none|h[1-6]|[^\p{L}]*|@ET-DC@.*)$/iu;

/** Writes the text of a code's attribute. */
type Tell = (text: string, isHeading: boolean) => string;

/** Removes the codes of a text without elements to be left as they are. @param closed names of codes with an end */
function replaceIn(text: string, closed: ReadonlySet<string>, tell: Tell): string {
  return text
    .replaceAll(encoded, ' ')
    .replaceAll(
      code,
      (all: string, end: string, name: string, rest: string, at: number, whole: string) => {
        if (end) return rest.trim() === '' ? ' ' : all;
        const given = rest.replaceAll(double, '"').replaceAll(single, '’');
        const isClosed = closed.has(name.toLowerCase());
        const hasAttributes = quoted.test(given) || unquoted.test(given);
        // `words[some_index]` and `[some-words](link)` are no codes.
        const isApart =
          !/[\p{L}\p{N}]/u.test(whole.charAt(at - 1)) && whole.charAt(at + all.length) !== '(';
        const isNamed = name.includes('_') || (name.includes('-') && /^\s*\/?$/.test(rest));
        if (!hasAttributes && !isClosed && !(isNamed && isApart)) return all;
        if (!/^[\s/]|^$/.test(rest)) return isClosed ? ' ' : all;
        const texts = [...given.matchAll(told)].flatMap(([, key, one, other]) => {
          const value = (one ?? other ?? '').trim();
          // The title of a form is its name for the owner.
          if (setting.test(value) || name.includes('form')) return [];
          return tell(value, isClosed || key === 'heading' || name.includes('heading'));
        });
        return texts.join('') || ' ';
      },
    );
}

function replaceCodes(html: string, tell: Tell): string {
  if (!html.includes('[')) return html;
  const closed = new Set([...html.matchAll(ends)].map(([, name]) => name!.toLowerCase()));
  let kept = '';
  let from = 0;
  verbatim.lastIndex = 0;
  for (let tag = verbatim.exec(html); tag; tag = verbatim.exec(html)) {
    // eslint-disable-next-line no-restricted-syntax -- one of five names, without quantifier
    const close = new RegExp(`</${tag[1]}`, 'gi');
    close.lastIndex = verbatim.lastIndex;
    const to = close.test(html) ? close.lastIndex : html.length;
    kept += replaceIn(html.slice(from, tag.index), closed, tell) + html.slice(tag.index, to);
    from = to;
    verbatim.lastIndex = to;
  }
  return kept + replaceIn(html.slice(from), closed, tell);
}

/** Returns HTML without its codes; what they enclose and their titles stay, as text and headings. */
export const withoutShortcodes = (html: string): string =>
  replaceCodes(html, (text, isHeading) => (isHeading ? `<h3>${text}</h3>` : `<p>${text}</p>`));

/** The same for text that is no HTML, whose lines are paragraphs. */
export const plainWithoutShortcodes = (text: string): string =>
  replaceCodes(text, (value) => `\n${value}\n`);
