import { __ } from '@wordpress/i18n';
import type { VectorStoreStatus } from '../server/contract/admin.ts';
import type { DocumentKind, Outcome } from '../server/contract/chat.ts';
import type { DocumentStatus, DocumentView } from '../server/contract/knowledge.ts';
import type { ProviderId } from '../server/contract/providers.ts';
import { providers } from './models/providers.ts';

export type Tone = 'good' | 'warning' | 'bad' | 'neutral';

/** How answers end, the best first. */
export const outcomes = ['answered', 'closest', 'refused', 'failed', 'stopped'] as const;

export const isOutcome = (name: string | null): name is Outcome =>
  (outcomes as readonly (string | null)[]).includes(name);

const outcomeLabels = (): Record<Outcome, string> => ({
  answered: __('Answered', 'itih-rag-chat'),
  closest: __('Closest pages', 'itih-rag-chat'),
  refused: __('Found nothing', 'itih-rag-chat'),
  failed: __('Failed', 'itih-rag-chat'),
  stopped: __('Stopped', 'itih-rag-chat'),
});

const outcomeTones: Record<Outcome, Tone> = {
  answered: 'good',
  closest: 'warning',
  refused: 'warning',
  failed: 'bad',
  stopped: 'neutral',
};

export const outcomeLabel = (outcome: Outcome) => outcomeLabels()[outcome];
export const outcomeTone = (outcome: Outcome) => outcomeTones[outcome];

/** In the order of a choice, as the statuses are. */
const kinds = (): Record<DocumentKind, string> => ({
  post: __('Posts and pages', 'itih-rag-chat'),
  url: __('Web addresses', 'itih-rag-chat'),
  pdf: __('PDF files', 'itih-rag-chat'),
  docx: __('Word files', 'itih-rag-chat'),
  txt: __('Text files', 'itih-rag-chat'),
  xlsx: __('Excel files', 'itih-rag-chat'),
  csv: __('CSV files', 'itih-rag-chat'),
  pptx: __('PowerPoint files', 'itih-rag-chat'),
  odf: __('OpenDocument files', 'itih-rag-chat'),
  rtf: __('RTF files', 'itih-rag-chat'),
  epub: __('E-books (EPUB)', 'itih-rag-chat'),
  html: __('HTML files', 'itih-rag-chat'),
});

const kindNames = (): Record<DocumentKind, string> => ({
  post: __('Post or page', 'itih-rag-chat'),
  url: __('Web page', 'itih-rag-chat'),
  pdf: __('PDF file', 'itih-rag-chat'),
  docx: __('Word file', 'itih-rag-chat'),
  txt: __('Text', 'itih-rag-chat'),
  xlsx: __('Excel file', 'itih-rag-chat'),
  csv: __('CSV file', 'itih-rag-chat'),
  pptx: __('PowerPoint file', 'itih-rag-chat'),
  odf: __('OpenDocument file', 'itih-rag-chat'),
  rtf: __('RTF file', 'itih-rag-chat'),
  epub: __('E-book', 'itih-rag-chat'),
  html: __('HTML file', 'itih-rag-chat'),
});

const statuses = (): Record<DocumentStatus, string> => ({
  completed: __('Ready', 'itih-rag-chat'),
  processing: __('In progress', 'itih-rag-chat'),
  queued: __('Waiting', 'itih-rag-chat'),
  pending: __('Not started', 'itih-rag-chat'),
  failed: __('Failed', 'itih-rag-chat'),
});

/** Translated labels; the others are proper names. */
const translatedProviders = (): Partial<Record<ProviderId, string>> => ({
  builtin: __('Built-in (quotes your pages)', 'itih-rag-chat'),
  local: __('Local model', 'itih-rag-chat'),
  wordpress: __('AI of this WordPress', 'itih-rag-chat'),
  openai_compatible: __('OpenAI-compatible', 'itih-rag-chat'),
  compatible: __('Compatible server', 'itih-rag-chat'),
});

/** Without a model words are compared. */
export const embedderLabel = (provider: string) =>
  provider === 'builtin' ? __('Words only', 'itih-rag-chat') : providerLabel(provider);

export const vectorStores = (): Record<VectorStoreStatus['engine'], string> => ({
  relational: __("The site's database", 'itih-rag-chat'),
  vectorize: 'Cloudflare Vectorize',
});

const storeModes = (): Record<VectorStoreStatus['mode'], string> => ({
  memory: __('Exact, in memory', 'itih-rag-chat'),
  native: __('Exact, in the database', 'itih-rag-chat'),
  table: __('Exact, read for each question', 'itih-rag-chat'),
  hosted: __('By the hosted store', 'itih-rag-chat'),
  none: __('Nothing to compare: words are looked up', 'itih-rag-chat'),
});

const tones: Record<DocumentStatus, Tone> = {
  completed: 'good',
  processing: 'warning',
  queued: 'neutral',
  pending: 'neutral',
  failed: 'bad',
};

/** Returns a name as it is where a newer sidecar has one that is not known. */
const labelIn = (labels: Readonly<Record<string, string>>, name: string) => labels[name] ?? name;

export const documentKinds = () => Object.entries(kinds());
export const documentStatuses = () => Object.entries(statuses());

/** For many documents. */
/** Returns the kinds of files that can be read, as a list. */
export function fileNames(): string {
  const { post: _posts, url: _pages, ...files } = kinds();
  return Object.values(files).join(', ');
}

export const kindLabel = (kind: string) => labelIn(kinds(), kind);
/** For one document. */
export const kindName = (kind: string) => labelIn(kindNames(), kind);
export const statusLabel = (status: string) => labelIn(statuses(), status);
export const statusTone = (status: DocumentStatus): Tone => tones[status];
export const providerLabel = (provider: string) =>
  (translatedProviders() as Record<string, string>)[provider] ??
  providers[provider]?.label ??
  provider;
export const storeModeLabel = (mode: VectorStoreStatus['mode']) => storeModes()[mode];
export const vectorStoreLabel = (store: string) => labelIn(vectorStores(), store);

export const documentName = ({ title, source_url, id }: DocumentView) =>
  title || source_url || `#${id}`;

/** The sidecar names a model "provider:model"; what follows may hold colons of its own. */
export function modelName(id: string): string {
  const [provider = ''] = id.split(':', 1);
  if (id === `${provider}:`) return providerLabel(provider);
  return provider in providers ? id.slice(provider.length + 1) : id;
}
