import { __, sprintf } from '@wordpress/i18n';
import type { DashboardReply } from '../../server/contract/admin.ts';
import { formatCompact, formatMilliseconds, formatNumber } from '../format.ts';
import { Facts } from './facts.tsx';
import { Section } from './section.tsx';
import { Skeleton } from './skeleton.tsx';

const facts = (chats: DashboardReply['chats']) => [
  {
    label: __('Questions', 'itih-rag-chat'),
    value: formatNumber(chats.questions),
    /* translators: %s: number of questions. */
    note: sprintf(__('%s today', 'itih-rag-chat'), formatNumber(chats.questions_today)),
  },
  { label: __('Conversations', 'itih-rag-chat'), value: formatNumber(chats.sessions) },
  {
    label: __('Found helpful', 'itih-rag-chat'),
    value: formatNumber(chats.up),
    /* translators: %s: number of answers. */
    note: sprintf(__('%s not helpful', 'itih-rag-chat'), formatNumber(chats.down)),
  },
  {
    label: __('Median answer time', 'itih-rag-chat'),
    value: chats.median_ms === null ? '–' : formatMilliseconds(chats.median_ms),
    note: __('Last 7 days', 'itih-rag-chat'),
  },
  {
    label: __('Tokens', 'itih-rag-chat'),
    value: formatCompact(chats.prompt_tokens + chats.completion_tokens),
    note: sprintf(
      /* translators: 1: tokens sent to the language model. 2: tokens it wrote. */
      __('%1$s in, %2$s out', 'itih-rag-chat'),
      formatCompact(chats.prompt_tokens),
      formatCompact(chats.completion_tokens),
    ),
  },
];

export function ChatsCard({ chats }: { chats: DashboardReply['chats'] | undefined }) {
  return (
    <Section id="chats" title={__('Chats', 'itih-rag-chat')} busy={!chats}>
      {chats ? <Facts look="tiles" facts={facts(chats)} /> : <Skeleton lines={3} />}
    </Section>
  );
}
