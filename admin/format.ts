import { __, sprintf } from '@wordpress/i18n';

/** WordPress locales such as `pt-PT-ao90` are no language tags: then the browser's own is used. */
function language(): string | undefined {
  const tag = document.documentElement.lang;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

export const formatNumber = (value: number) => new Intl.NumberFormat(language()).format(value);

/** 1.2M rather than 1,234,567. */
export const formatCompact = (value: number) =>
  new Intl.NumberFormat(language(), { notation: 'compact', maximumFractionDigits: 1 }).format(
    value,
  );

/** An answer costs less than a cent: two significant digits then. */
export const formatPrice = (dollars: number) =>
  new Intl.NumberFormat(language(), {
    style: 'currency',
    currency: 'USD',
    ...(dollars > 0 && dollars < 0.1 && { maximumSignificantDigits: 2 }),
  }).format(dollars);

type Unit = 'millisecond' | 'second' | 'minute' | 'hour' | 'day' | 'byte' | 'kilobyte' | 'megabyte';

const formatUnit = (value: number, unit: Unit, unitDisplay: 'short' | 'long') =>
  new Intl.NumberFormat(language(), {
    style: 'unit',
    unit,
    unitDisplay,
    maximumFractionDigits: unit === 'second' ? 1 : 0,
  }).format(value);

export const formatPercent = (share: number) =>
  new Intl.NumberFormat(language(), { style: 'percent' }).format(share);

/** To be compared with others: as many digits as tell them apart. */
export const formatScore = (score: number) =>
  new Intl.NumberFormat(language(), {
    minimumFractionDigits: 3,
    maximumFractionDigits: 3,
  }).format(score);

/** The time a step took that may be well below a millisecond. */
export const formatDuration = (ms: number) =>
  new Intl.NumberFormat(language(), {
    style: 'unit',
    unit: 'millisecond',
    maximumSignificantDigits: 2,
  }).format(ms);

/** The time an answer took. */
export const formatMilliseconds = (ms: number) =>
  ms < 1000 ? formatUnit(ms, 'millisecond', 'short') : formatUnit(ms / 1000, 'second', 'short');

/** In the largest unit that is full at least once: 3 hours, 12 days. */
export function formatUptime(seconds: number): string {
  if (seconds >= 86_400) return formatUnit(Math.floor(seconds / 86_400), 'day', 'long');
  if (seconds >= 3600) return formatUnit(Math.floor(seconds / 3600), 'hour', 'long');
  return formatUnit(Math.floor(seconds / 60), 'minute', 'long');
}

export function formatBytes(bytes: number): string {
  if (bytes >= 1_000_000) return formatUnit(bytes / 1_000_000, 'megabyte', 'short');
  if (bytes >= 1000) return formatUnit(bytes / 1000, 'kilobyte', 'short');
  return formatUnit(bytes, 'byte', 'long');
}

export const formatMegabytes = (megabytes: number) => formatUnit(megabytes, 'megabyte', 'short');

/** An instant in UTC ISO 8601, in the reader's time zone. */
export const formatDate = (iso: string) =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(iso),
  );

/** An instant of today, as a time of the day. */
export const formatTime = (ms: number) =>
  new Intl.DateTimeFormat(language(), { timeStyle: 'short' }).format(ms);

/** A day such as `2026-01-31`, wherever the reader is. */
export const formatDay = (day: string, look: 'short' | 'long' = 'long') =>
  new Intl.DateTimeFormat(language(), {
    ...(look === 'long' ? { dateStyle: 'full' } : { day: 'numeric', month: 'short' }),
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`));

/** The name of a BCP 47 tag; what is none stays as it is. */
export function formatLanguage(tag: string): string {
  try {
    return new Intl.DisplayNames(language(), { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Returns the lines of a text that are not empty. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Returns what is wrong with a text that is too long. */
export function lengthProblem(text: string, max: number): string | undefined {
  const { length } = text.trim();
  if (length <= max) return undefined;
  return sprintf(
    /* translators: 1: number of characters. 2: the most that there may be. */
    __('This has %1$s characters; there may be %2$s.', 'itih-rag-chat'),
    formatNumber(length),
    formatNumber(max),
  );
}
