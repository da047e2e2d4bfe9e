import { z } from 'zod';
import { errors, type ErrorCode } from './errors.ts';

/** Questions that visitors of nearly every site ask: the first half of each kind. */
const everywhere = [
  ...(['hours', 'holidays', 'address', 'phone', 'email'] as const),
  ...(['arrival', 'parking', 'accessibility', 'person'] as const),
] as const;

/** The twenty questions by the kind of site, in the order in which they are asked. */
export const questionsOfKind = {
  shop: [
    ...(['hours', 'holidays', 'address', 'phone', 'email', 'parking'] as const),
    ...(['accessibility', 'person', 'delivery', 'deliveryTime', 'abroad', 'returns'] as const),
    ...(['refund', 'guarantee', 'tracking', 'cancelOrder', 'collection'] as const),
    ...(['payment', 'vouchers', 'jobs'] as const),
  ],
  practice: [
    ...everywhere,
    ...(['newPatients', 'appointment', 'cancelAppointment', 'emergency'] as const),
    ...(['firstVisit', 'fees', 'insurance', 'prescription', 'treatChildren'] as const),
    ...(['payment', 'jobs'] as const),
  ],
  club: [
    ...(['sessions', 'sessionsPlace', 'address', 'phone', 'email'] as const),
    ...(['arrival', 'parking', 'accessibility', 'person', 'join', 'membershipFee'] as const),
    ...(['trial', 'childrenJoin', 'beginners', 'equipment', 'leave', 'volunteer'] as const),
    ...(['events', 'hire', 'board'] as const),
  ],
  museum: [
    ...everywhere,
    ...(['admission', 'reductions', 'onlineTickets', 'tours', 'groups', 'food'] as const),
    ...(['dogs', 'photos', 'cloakroom', 'wifi', 'payment'] as const),
  ],
  restaurant: [
    ...everywhere,
    ...(['table', 'cancelTable', 'menu', 'vegan', 'allergies', 'highChairs'] as const),
    ...(['dogs', 'takeaway', 'parties', 'payment', 'vouchers'] as const),
  ],
  other: [
    ...everywhere,
    ...(['offer', 'price', 'booking', 'cancelBooking', 'payment', 'children'] as const),
    ...(['dogs', 'wifi', 'vouchers', 'complaint', 'jobs'] as const),
  ],
} as const;

export type SiteKind = keyof typeof questionsOfKind;
export const siteKinds = Object.keys(questionsOfKind) as [SiteKind, ...SiteKind[]];
const siteKind = z.enum(siteKinds);

export type CommonQuestionName = (typeof questionsOfKind)[SiteKind][number];
export const commonQuestionNames = [...new Set(Object.values(questionsOfKind).flat())] as [
  CommonQuestionName,
  ...CommonQuestionName[],
];
const questionName = z.enum(commonQuestionNames);

/**
 * `answered`: a place of the site, or the owner, surely says it · `unsure`: this would be said, or the pages would be
 * named, but it may be about something else · `missing`: nothing was found.
 */
export const verdict = z.enum(['answered', 'unsure', 'missing']);
export type Verdict = z.infer<typeof verdict>;

/** A question with what the chat says to it without a language model. */
export const commonQuestion = z.object({
  name: questionName,
  /** In the language of the list. */
  text: z.string(),
  /** Null: it has not been asked yet. */
  verdict: verdict.nullable(),
  /** The sentence that is marked in the quotation, or the best one of the closest page; empty if there is none. */
  says: z.string(),
  /** Where that stands; empty titles and addresses: nowhere. */
  title: z.string(),
  section: z.string(),
  url: z.string(),
  /** The chat names the page and says that it is not sure. */
  is_closest: z.boolean(),
  /** The owner has written the answer, or it is of the business card. */
  is_own: z.boolean(),
  /** How likely it is the answer, 0 to 1; null without a search. */
  certainty: z.number().nullable(),
  /** The owner has said that this answer is right. A different one takes that back. */
  is_right: z.boolean(),
  /** The owner wants it asked no more. */
  is_left_out: z.boolean(),
});
export type CommonQuestion = z.infer<typeof commonQuestion>;

/** `GET /common-questions`: the list with its last answers. */
export const commonQuestionsReply = z.object({
  kind: siteKind,
  /** The owner has chosen it; else it follows from the content. */
  is_chosen: z.boolean(),
  /** BCP 47 primary subtag; of a site in another language the questions are English. */
  language: z.string(),
  /** Those that have a list. */
  languages: z.array(z.string()),
  /** UTC ISO 8601, of the last answer to all; null: never, or not to all of them yet. */
  asked_at: z.string().nullable(),
  /** Questions that wait for being asked. */
  waiting: z.number().int(),
  /** The content has changed since. */
  has_changed: z.boolean(),
  /** Why it does not go on; it is tried again. */
  error: z
    .object({
      code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]),
      message: z.string(),
    })
    .nullable(),
  questions: z.array(commonQuestion),
});
export type CommonQuestionsReply = z.infer<typeof commonQuestionsReply>;

/** `POST /common-questions`: asks all again, in the background. */
export const askCommonQuestions = z.strictObject({
  kind: siteKind.optional(),
  language: z.string().min(2).max(35).optional(),
});
export type AskCommonQuestions = z.infer<typeof askCommonQuestions>;

/** `POST /common-questions/<name>`: says what the owner thinks of the answer; an empty one asks it again. */
export const changeCommonQuestion = z.strictObject({
  is_right: z.boolean().optional(),
  is_left_out: z.boolean().optional(),
});
export type ChangeCommonQuestion = z.infer<typeof changeCommonQuestion>;
