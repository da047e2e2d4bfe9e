import { wordOf } from './lists-data.ts';

/** Requests of a kind, each a little different, by the kind's name. */
export type Requests = Record<string, (n: number) => string>;

const day = (now: number, ago: number) =>
  new Date(now - ago * 86_400_000).toISOString().slice(0, 10);
const encoded = (query: Record<string, string>) => new URLSearchParams(query).toString();

/** Returns all lists, searches, filters and figures of the owner's screens. */
export function requestsOf(now: number, sessions: number): Requests {
  const chats = (query: Record<string, string>) => `/chats?${encoded(query)}`;
  const documents = (query: Record<string, string>) => `/documents?${encoded(query)}`;
  // The latest ones: a sidecar deletes old ones meanwhile.
  const session = (n: number) =>
    `00000000-0000-4000-8000-${String(sessions - ((n * 977) % sessions)).padStart(12, '0')}`;
  return {
    chats: () => '/chats',
    chats_page: (n) => chats({ page: String(2 + n) }),
    chats_last_page: () => chats({ page: '500' }),
    chats_oldest: () => chats({ order: 'asc' }),
    chats_by_turns: () => chats({ orderby: 'turns' }),
    chats_refused: (n) => chats({ outcome: 'refused', page: String(1 + n) }),
    chats_down: () => chats({ feedback: 'down' }),
    chats_language: (n) => chats({ language: n % 2 ? 'de' : 'en' }),
    chats_page_url: (n) => chats({ asked_on: `/page-${1 + n}/` }),
    chats_day: (n) => chats({ from: day(now, 2 + n), to: day(now, 2 + n) }),
    chats_month: (n) => chats({ from: day(now, 60 + n), to: day(now, 30 + n) }),
    chats_day_refused: (n) =>
      chats({ from: day(now, 2 + n), to: day(now, 2 + n), outcome: 'refused' }),
    chats_language_failed: () => chats({ language: 'fr', outcome: 'failed' }),
    search_everywhere: (n) => chats({ search: wordOf(n % 5) }),
    search_often: (n) => chats({ search: wordOf(20 + n) }),
    search_seldom: (n) => chats({ search: wordOf(20_000 + n) }),
    search_two_often: (n) => chats({ search: `${wordOf(10 + n)} ${wordOf(40 + n)}` }),
    search_often_seldom: (n) => chats({ search: `${wordOf(1)} ${wordOf(10_000 + n)}` }),
    search_none: (n) => chats({ search: `nowhere${n} ${wordOf(3)}` }),
    search_beginning: (n) => chats({ search: `${wordOf(9000 + n)}*` }),
    search_chinese: (n) => chats({ search: n % 2 ? '博物馆' : '开门' }),
    search_refused: (n) => chats({ search: wordOf(100 + n), outcome: 'refused' }),
    facets: () => '/chats/facets',
    conversation: (n) => `/chats/${session(n)}`,
    figures_month: () => '/figures?days=30',
    figures_year: () => '/figures?days=365',
    dashboard: () => '/dashboard',
    documents: (n) => documents({ page: String(1 + n) }),
    documents_by_title: () => documents({ orderby: 'title', order: 'asc' }),
    documents_by_change: () => documents({ orderby: 'updated_at' }),
    documents_by_status: () => documents({ orderby: 'status' }),
    documents_failed: () => documents({ status: 'failed' }),
    documents_search_often: (n) => documents({ search: wordOf(20 + n) }),
    documents_search_seldom: (n) => documents({ search: wordOf(20_000 + n) }),
    documents_search_none: () => documents({ search: 'nowhere' }),
  };
}
