import { __ } from '@wordpress/i18n';
import type { DashboardReply } from '../../server/contract/admin.ts';
import { modelName, providerLabel, vectorStoreLabel } from '../labels.ts';
import { Facts } from './facts.tsx';
import { Section } from './section.tsx';
import { Skeleton } from './skeleton.tsx';

const named = ({ provider, model }: { provider: string; model: string }) => ({
  value: providerLabel(provider),
  note: modelName(model),
});

export function ProvidersCard({
  providers,
}: {
  providers: DashboardReply['providers'] | undefined;
}) {
  return (
    <Section id="providers" title={__('In use', 'itih-rag-chat')} busy={!providers}>
      {providers ? (
        <Facts
          look="rows"
          facts={[
            { label: __('Language model', 'itih-rag-chat'), ...named(providers.llm) },
            { label: __('Embeddings', 'itih-rag-chat'), ...named(providers.embedding) },
            {
              label: __('Vector store', 'itih-rag-chat'),
              value: vectorStoreLabel(providers.vector_store),
            },
          ]}
        />
      ) : (
        <Skeleton lines={5} />
      )}
    </Section>
  );
}
