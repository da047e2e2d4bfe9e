import { __, _n, sprintf } from '@wordpress/i18n';
import type { Absence, ContentReply } from '../../server/contract/posts.ts';
import { api } from '../api.ts';
import { LoadState } from '../components/section.tsx';
import { formatNumber } from '../format.ts';
import { useResource } from '../use-resource.ts';

const reasons: Record<Absence, () => string> = {
  draft: () => __('not published', 'itih-rag-chat'),
  private: () => __('private', 'itih-rag-chat'),
  password: () => __('protected by a password', 'itih-rag-chat'),
  excluded: () => __('left out by you', 'itih-rag-chat'),
  shop: () => __('cart, checkout or account page', 'itih-rag-chat'),
  hidden: () => __('hidden in the shop', 'itih-rag-chat'),
  soon: () => __('the shop is not open yet', 'itih-rag-chat'),
  sample: () => __('sample that came with WordPress', 'itih-rag-chat'),
  filtered: () => __('kept out by WordPress or another plugin', 'itih-rag-chat'),
};

/** A newer plugin may know more reasons. */
const reasonText = (reason: Absence): string =>
  (reasons as Partial<typeof reasons>)[reason]?.() ?? reason;

const list = (titles: readonly string[]) => titles.filter((title) => title !== '').join(', ');

function Type({ type: { label, reads, left_out } }: { type: ContentReply['types'][number] }) {
  return (
    <li>
      <strong>{label}</strong>{' '}
      {sprintf(
        /* translators: %s: a number. */
        _n('%s will be read', '%s will be read', reads, 'itih-rag-chat'),
        formatNumber(reads),
      )}
      {left_out.length > 0 && (
        <ul>
          {left_out.map(({ reason, count, titles }) => (
            <li key={reason}>
              {sprintf(
                /* translators: 1: a number. 2: a reason, such as "private". */
                __('%1$s left out: %2$s', 'itih-rag-chat'),
                formatNumber(count),
                reasonText(reason),
              )}
              {list(titles) && <bdi> ({list(titles)})</bdi>}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

interface Props {
  /** Names of the types that are chosen. */
  chosen: readonly string[];
  /** Pages are read that ask search engines to leave them out. */
  readsNoindex: boolean;
}

/** Tells how much will be read of each type, and which posts are left out and why. */
export function ContentOverview({ chosen, readsNoindex }: Props) {
  const content = useResource(api.getContent);
  const types = content.data?.types.filter(({ name }) => chosen.includes(name)) ?? [];
  return (
    <div className="itih-content-overview" role="status">
      <LoadState of={content} lines={3} />
      {types.length > 0 && (
        <ul>
          {types.map((type) => (
            <Type key={type.name} type={type} />
          ))}
        </ul>
      )}
      {content.data && !readsNoindex && (
        <p className="itih-hint">
          {__(
            'A page that asks search engines to leave it out, or that is shown to nobody without a login, is found while reading, and left out then.',
            'itih-rag-chat',
          )}
        </p>
      )}
    </div>
  );
}
