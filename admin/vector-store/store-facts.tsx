import { __ } from '@wordpress/i18n';
import type { VectorStoreStatus } from '../../server/contract/admin.ts';
import { Facts } from '../components/facts.tsx';
import { formatMegabytes, formatNumber } from '../format.ts';
import { storeModeLabel, vectorStoreLabel } from '../labels.ts';
import { Warnings } from '../components/controls.tsx';

/** Where and how vectors are compared at the moment, and why so. */
export function StoreFacts({ store }: { store: VectorStoreStatus }) {
  const { engine, mode, reason, warnings, vectors, memory_mb } = store;
  return (
    <div className="itih-store">
      <Facts
        look="rows"
        facts={[
          { label: __('In use', 'itih-rag-chat'), value: vectorStoreLabel(engine) },
          {
            label: __('Search', 'itih-rag-chat'),
            value: storeModeLabel(mode),
            note: (
              <span lang="en" dir="ltr">
                {reason}
              </span>
            ),
          },
          { label: __('Vectors', 'itih-rag-chat'), value: formatNumber(vectors) },
          { label: __('Memory', 'itih-rag-chat'), value: formatMegabytes(memory_mb) },
        ]}
      />
      <Warnings warnings={warnings} />
    </div>
  );
}
