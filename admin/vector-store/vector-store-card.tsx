import { __ } from '@wordpress/i18n';
import type { VectorStoreStatus } from '../../server/contract/admin.ts';
import { api } from '../api.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Section } from '../components/section.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { useResource } from '../use-resource.ts';
import { StoreFacts } from './store-facts.tsx';
import { VectorStoreForm } from './vector-store-form.tsx';

interface Props {
  /** Undefined: not known yet. */
  store: VectorStoreStatus | undefined;
  onChanged: () => void;
}

/** Where vectors are compared, as it is and as it may be. */
export function VectorStoreCard({ store, onChanged }: Props) {
  const { data, error, reload, replace } = useResource(api.getSettings);
  return (
    <Section id="vector-store" title={__('Vector store', 'itih-rag-chat')} busy={!data || !store}>
      {error && <ErrorNotice error={error} onRetry={() => void reload()} />}
      {store ? <StoreFacts store={store} /> : <Skeleton lines={4} />}
      {data && <VectorStoreForm settings={data} onSaved={replace} onChanged={onChanged} />}
    </Section>
  );
}
