declare module 'gettext-parser' {
  export interface Message {
    msgid: string;
    msgctxt?: string;
    msgid_plural?: string;
    msgstr: string[];
    comments?: { extracted?: string; reference?: string; flag?: string };
  }
  export interface Catalogue {
    charset: string;
    headers: Record<string, string>;
    /** By context and English text. */
    translations: Record<string, Record<string, Message>>;
  }
  export const po: {
    parse(text: Uint8Array): Catalogue;
    compile(catalogue: Catalogue, options?: { foldLength?: number }): Uint8Array;
  };
  export const mo: {
    parse(bytes: Uint8Array): Catalogue;
    compile(catalogue: Catalogue): Uint8Array;
  };
}
