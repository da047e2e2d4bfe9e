import type { CommonQuestion, CommonQuestionName } from '../../contract/common-questions.ts';
import type { AskReply } from '../../contract/chats.ts';
import { shorten } from '../../text/shorten.ts';

export type Judged = Pick<
  CommonQuestion,
  'verdict' | 'says' | 'title' | 'section' | 'url' | 'is_closest' | 'is_own' | 'certainty'
>;

/** Characters of the sentence that is shown. */
const maxSays = 300;

const nothing: Judged = {
  ...{ verdict: 'missing', says: '', title: '', section: '', url: '' },
  ...{ is_closest: false, is_own: false, certainty: null },
};

/** Returns the first closest page with the part of its passage that fits best. */
function closestOf({ closest: [page] = [], confidence }: AskReply): Judged {
  if (!page) return nothing;
  const { title, section, url, passage, marks } = page;
  const [start, end] = marks[0] ?? [0, passage.length];
  const says = shorten(passage.slice(start, end), maxSays);
  const certainty = confidence?.score ?? null;
  return { ...nothing, verdict: 'unsure', says, title, section, url, is_closest: true, certainty };
}

/** Returns the owner's words without Markdown, up to the first link or mark. */
const ownWords = (reply: string): string =>
  shorten(
    reply
      .split('[', 1)[0]!
      .replaceAll(/\*\*|\\/g, '')
      .replaceAll(/^- /gm, '')
      .trim(),
    maxSays,
  );

/** Returns what an answer says and where it stands; it is `answered` if a visitor gets a quotation or the owner's words. */
function read(reply: AskReply, canReachPerson: boolean): Judged {
  const { outcome, model, confidence, citations, statements } = reply;
  if (outcome === 'closest') return closestOf(reply);
  if (outcome !== 'answered') return nothing;
  const [source] = citations;
  const own = ownWords(reply.reply);
  const place = source
    ? { title: source.title, section: source.section ?? '', url: source.passage_url ?? source.url }
    : {};
  const answered = { ...nothing, verdict: 'answered' as const };
  if (model === 'curated')
    return { ...answered, says: own || (source?.title ?? ''), ...place, is_own: true };
  // Small talk: only the question for a person is any, and the owner's line answers it.
  if (!confidence) return canReachPerson ? { ...answered, says: own, is_own: true } : nothing;
  if (!source) return nothing;
  const says = shorten(statements?.[0]?.text ?? source.excerpt, maxSays);
  return { ...answered, says, ...place, certainty: confidence.score };
}

const number = /\p{Nd}/u;
const price = /\p{Sc}|\p{Nd} ?(?:[A-Z]{3}\b|kr|円)/u;

/** A fact has a form, which the marked sentence has to have; of a price, the quotation: tables have it in other rows. */
const formOf: Partial<Record<CommonQuestionName, { says?: RegExp; quotes?: RegExp }>> = {
  hours: { says: number },
  address: { says: number },
  phone: { says: /\p{Nd}(?:[ ()/.-]{0,2}\p{Nd}){5}/u },
  email: { says: /@/ },
  price: { quotes: price },
  delivery: { quotes: price },
  fees: { quotes: price },
  membershipFee: { quotes: price },
  admission: { quotes: price },
};

/**
 * How likely quotations have to be the answer. Both wordings lead to the same sentence, or to the same page (the mean of
 * both counts), or the second one only makes the chat name the section (that of the first counts). Measured on 320
 * questions of 16 sites; see docs/decisions/0081-common-questions.md.
 */
const minimum = { sentence: 0.65, page: 0.74, named: 0.85 };

/** Whether two answers to the same question, in other words, agree. */
function isSure(first: Judged, second: Judged): boolean {
  const [one, other] = [first.certainty ?? 0, second.certainty ?? 0];
  if (first.title !== second.title) return false;
  if (second.verdict === 'answered')
    return (one + other) / 2 >= (first.says === second.says ? minimum.sentence : minimum.page);
  return first.section === second.section && one >= minimum.named;
}

/**
 * Tells from the built-in model's answers to two wordings of a question whether the site answers it. Its likelihood alone is
 * not enough: a page that only has the question's words is as likely for one wording, and seldom for the other.
 *
 * @param replies To the wording that is shown, and to the other one.
 * @param canReachPerson Whether the owner says how to reach a person: the question for one needs no page.
 */
export function judgeAnswer(
  name: CommonQuestionName,
  replies: readonly [AskReply, AskReply],
  canReachPerson: boolean,
): Judged {
  const [first, second] = replies.map((reply) => read(reply, canReachPerson)) as [Judged, Judged];
  if (first.verdict === 'missing')
    return second.verdict === 'missing' ? nothing : { ...second, verdict: 'unsure' };
  if (first.verdict !== 'answered' || first.is_own) return first;
  const { says, quotes } = formOf[name] ?? {};
  const hasForm = (says?.test(first.says) ?? true) && (quotes?.test(replies[0].reply) ?? true);
  return hasForm && isSure(first, second) ? first : { ...first, verdict: 'unsure' };
}
