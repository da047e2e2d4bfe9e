import { decodeText } from '../decode-text.ts';

/** A decoder for a name that the Encoding Standard knows; null for others. */
function decoder(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label.trim());
  } catch {
    return null;
  }
}

function markOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : '';
}

const labelIn = (text: string) => /charset\s*=\s*(?:["']\s*)?([^\s"'/>;]+)/i.exec(text)?.[1] ?? '';

/** Browsers look at the first 1,024 bytes; what comes before may be long scripts. */
const searched = 8192;

/** What the page itself says, in an XML declaration or a meta element. */
function declared(bytes: Uint8Array): string {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, searched));
  const xml = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)["']/i.exec(start)?.[1];
  const metas = start.replace(/<!--[\s\S]*?(-->|$)/g, '').match(/<meta\s[^>]*>?/gi) ?? [];
  const labels = metas.map((meta) => {
    if (/http-equiv\s*=\s*["']?content-type/i.test(meta)) return labelIn(meta);
    // In other elements' content the word means nothing.
    const attribute = /\s(charset\s*=.*)/is.exec(
      meta.replace(/content\s*=\s*("[^"]*"|'[^']*')/i, ''),
    );
    return labelIn(attribute?.[1] ?? '');
  });
  const label = labels.find((found) => decoder(found)) ?? xml ?? '';
  // Who could read this far has no UTF-16 before them.
  return /^utf-?16/i.test(label) ? 'utf-8' : label;
}

/**
 * Text of an HTML page, by mark, header and declaration, in the order of the HTML Standard
 * (13.2.3.2); a page that says nothing is read as plain text is.
 */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  for (const label of [markOf(bytes), labelIn(contentType), declared(bytes)]) {
    const found = label && decoder(label);
    if (found) return found.decode(bytes);
  }
  return decodeText(bytes);
}
