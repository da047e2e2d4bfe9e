import { __ } from '@wordpress/i18n';
import type { DashboardReply, IndexStatus } from '../../server/contract/admin.ts';
import { embedderLabel, modelName, providerLabel, vectorStoreLabel } from '../labels.ts';
import type { Site } from '../site.ts';
import { settingsUrl } from '../use-query.ts';
import { AiOff } from './ai-off.tsx';
import { Facts } from './facts.tsx';
import { Section, Skeleton } from './section.tsx';

interface Named {
  provider: string;
  model: string;
}
const named = ({ provider, model }: Named, label = providerLabel) => ({
  value: label(provider),
  note: modelName(model),
});

/** Until the chosen model has answered, the one before goes on, whatever the settings say. */
function embeddings({ embedding }: DashboardReply['providers'], index: IndexStatus | undefined) {
  const { embedder = '' } = index ?? {};
  if (!embedder) return named(embedding, embedderLabel);
  const [provider = ''] = embedder.split(':', 1);
  return named({ provider, model: embedder }, embedderLabel);
}

interface Props {
  site: Pick<Site, 'canManage' | 'aiOff'>;
  providers: DashboardReply['providers'] | undefined;
  index: IndexStatus | undefined;
}

export function ProvidersCard({ providers, index, site }: Props) {
  return (
    <Section id="providers" title={__('In use', 'itih-rag-chat')} busy={!providers}>
      <AiOff site={site} />
      {providers ? (
        <Facts
          look="rows"
          facts={[
            { label: __('Language model', 'itih-rag-chat'), ...named(providers.llm) },
            { label: __('Embeddings', 'itih-rag-chat'), ...embeddings(providers, index) },
            {
              label: __('Vector store', 'itih-rag-chat'),
              value: vectorStoreLabel(providers.vector_store),
            },
          ]}
        />
      ) : (
        <Skeleton lines={5} />
      )}
      {site.canManage && (
        <p>
          <a href={settingsUrl('models')}>{__('Change the models', 'itih-rag-chat')}</a>
        </p>
      )}
    </Section>
  );
}
