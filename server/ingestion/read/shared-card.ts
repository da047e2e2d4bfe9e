import type { ParentNode } from 'domhandler';
import type { FoundBusiness } from '../../contract/settings.ts';
import { languageIn } from '../../language/languages.ts';
import { fitOfDay } from '../../question/days.ts';
import { weekdays } from '../../text/business-card.ts';
import { contactOf } from './contacts.ts';
import { shortText } from './html.ts';
import { walk } from './page/elements.ts';

/** Links of a page and lines of hours that are looked at. */
const max = { links: 200, lines: 200 };

/** Days, and hours of at least two numbers. */
const daysAndHours = /^(\p{L}[^\d\n]{1,40})(?<![:;\s])[:;]?\s+(\d.{0,60}\d\D{0,10})$/u;
const numberAlone = /^[+(\d][\d\s()/.-]{4,30}$/;

/** Returns the first mail address and the first number to which links in these lines lead. */
function contactsIn(root: ParentNode, lines: readonly string[]): FoundBusiness {
  const text = lines.join('\n');
  const found: FoundBusiness = {};
  let count = 0;
  walk(root, (element) => {
    const contact = element.name === 'a' && count < max.links ? contactOf(element) : '';
    if (contact === '') return false;
    count++;
    const words = shortText([element]) ?? '';
    if (words === '' || !text.includes(words)) return true;
    if (contact.includes('@')) found.email ??= contact;
    else found.phone ??= numberAlone.test(words) ? words : contact;
    return true;
  });
  return found;
}

/** Returns the days of a line and their hours; null for other lines, such as those of events. */
function hoursIn(line: string, code: string): { days: string; hours: string } | null {
  const { closed } = languageIn(code).facts;
  const isClosed = line.length < 60 && line.toLowerCase().endsWith(closed.toLowerCase());
  const [, days = '', hours = ''] = isClosed
    ? ['', line.slice(0, -closed.length), closed]
    : (daysAndHours.exec(line) ?? []);
  // The line begins with a day.
  const [first = ''] = days.split(/[\s–—:;,.-]/);
  return first !== '' && fitOfDay(`${first}:`, code, anyDay) !== 0 ? { days, hours } : null;
}
const anyDay = { weekday: 0, month: null, day: null };

/** Returns what the lines that pages share plainly say for the business card. @param root a page that has them */
export function sharedCard(
  root: ParentNode,
  lines: readonly string[],
  language: string,
): FoundBusiness {
  const code = language.split('-')[0]!;
  const rows = lines.map((line) => hoursIn(line, code)).filter((row) => row !== null);
  const hours = weekdays.flatMap((name, at) => {
    const weekday = (at + 1) % 7;
    const fits = rows
      .slice(0, max.lines)
      .map(({ days }) => fitOfDay(days, code, { ...anyDay, weekday }));
    const best = fits.indexOf(Math.max(1, ...fits));
    return best < 0 ? [] : [[name, rows[best]!.hours] as const];
  });
  return { ...contactsIn(root, lines), ...Object.fromEntries(hours) };
}
