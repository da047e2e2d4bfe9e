import { useEffect, useState } from '@wordpress/element';

/** Moves the focus to what the next render brings. */
export const focusWhenShown = (id: string) =>
  requestAnimationFrame(() => document.getElementById(id)?.focus());

/** Makes the browser ask before it leaves a page on which something is not saved. */
export function useUnsavedWarning(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
}

/** Parameters of the page's address; an empty one is left out. */
export type QueryChanges = Record<string, string>;

/** Returns the address of a screen by its parameters. */
const screen =
  (name: string) =>
  (changes: QueryChanges = {}) =>
    `?${new URLSearchParams({ page: `itih-rag-chat${name}`, ...changes })}`;

export const dashboardUrl = screen('');
export const setupUrl = screen('-setup');
export const knowledgeUrl = screen('-knowledge');
/** Where the owner writes answers and synonyms. */
export const answersUrl = screen('-answers');
/** Conversations; the parameters are those of its filters. */
export const chatsUrl = screen('-chats');
/** Questions that were not answered well. */
export const gapsUrl = screen('-gaps');
export const searchUrl = (question: string) => screen('-search')({ q: question });
/** A tab of the settings. */
export const settingsUrl = (tab: string) => screen('-settings')(tab ? { tab } : {});

/** Where WordPress edits a post or a file. */
export const editUrl = (postId: number) => `post.php?post=${postId}&action=edit`;

/** The address of this page with some parameters changed. */
export function queryUrl(changes: QueryChanges): string {
  const query = new URLSearchParams(window.location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value) query.set(name, value);
    else query.delete(name);
  }
  return `?${query}`;
}

/**
 * Keeps the state of a view in the address: it can be linked to, and the browser's Back undoes it.
 * `replace` for what nobody wants to go back to, such as each letter of a search.
 */
export function useQuery() {
  const [search, setSearch] = useState(window.location.search);
  useEffect(() => {
    const follow = () => setSearch(window.location.search);
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, []);

  const change = (changes: QueryChanges, how: 'push' | 'replace' = 'push') => {
    const url = queryUrl(changes);
    if (how === 'push') window.history.pushState(null, '', url);
    else window.history.replaceState(null, '', url);
    setSearch(window.location.search);
  };
  return { query: new URLSearchParams(search), change };
}

/** Shows what is read of a post. */
export const readingUrl = (postId: number) =>
  knowledgeUrl({ tab: 'reading', post: String(postId) });
