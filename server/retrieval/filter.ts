import type { DocumentKind } from '../contract/chat.ts';

/** Restricts a search to documents of which all of this is true; what is absent restricts nothing. */
export interface SearchFilter {
  kinds?: readonly DocumentKind[] | undefined;
  /** BCP 47; `de` also takes `de-AT`. */
  languages?: readonly string[] | undefined;
  /** Of WordPress, such as `product`; documents that are no posts have none. */
  postTypes?: readonly string[] | undefined;
  documentIds?: readonly number[] | undefined;
}
