import { __, _n, sprintf } from '@wordpress/i18n';
import type {
  CommonQuestion,
  CommonQuestionsReply,
  SiteKind,
  Verdict,
} from '../../server/contract/common-questions.ts';
import { formatNumber } from '../format.ts';

/** In the order of a choice. */
export const kindLabels = (): Record<SiteKind, string> => ({
  shop: __('a shop', 'itih-rag-chat'),
  practice: __('a practice', 'itih-rag-chat'),
  club: __('a club or society', 'itih-rag-chat'),
  museum: __('a museum or attraction', 'itih-rag-chat'),
  restaurant: __('a restaurant or café', 'itih-rag-chat'),
  other: __('any kind of site', 'itih-rag-chat'),
});

/** Where a question stands: what the owner has said about it counts more than the answer. */
export type Standing = Verdict | 'left_out' | 'waiting';

export function standingOf({ verdict, is_left_out, is_right }: CommonQuestion): Standing {
  if (is_left_out) return 'left_out';
  return is_right ? 'answered' : (verdict ?? 'waiting');
}

/** First those that need work. */
export const verdicts = ['missing', 'unsure', 'answered'] as const;

export const questionsAt = ({ questions }: CommonQuestionsReply, standing: Standing) =>
  questions.filter((question) => standingOf(question) === standing);

export const countLabel: Record<Verdict, (count: number) => string> = {
  missing: (count) =>
    /* translators: %s: number of questions that no page answers. */
    sprintf(_n('%s missing', '%s missing', count, 'itih-rag-chat'), formatNumber(count)),
  unsure: (count) =>
    /* translators: %s: number of questions with an uncertain answer. */
    sprintf(_n('%s unsure', '%s unsure', count, 'itih-rag-chat'), formatNumber(count)),
  answered: (count) =>
    /* translators: %s: number of questions that are answered. */
    sprintf(_n('%s answered', '%s answered', count, 'itih-rag-chat'), formatNumber(count)),
};
