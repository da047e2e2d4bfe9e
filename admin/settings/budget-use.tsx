import { __, sprintf } from '@wordpress/i18n';
import { api } from '../api.ts';
import { formatCompact } from '../format.ts';
import { useResource } from '../use-resource.ts';

const ofToday = (signal: AbortSignal) => api.getFigures(1, signal);

/** How much of the budgets is used; nothing while that is not known. */
export function BudgetUse() {
  const { data } = useResource(ofToday);
  if (!data) return null;
  const { day, month } = data.budget;
  return (
    <p className="itih-hint" id="itih-budget-use">
      {sprintf(
        /* translators: 1: number of tokens, such as "12K". 2: number of tokens. */
        __('Used so far: %1$s tokens today, %2$s this month.', 'itih-rag-chat'),
        formatCompact(day.used),
        formatCompact(month.used),
      )}
    </p>
  );
}
