import { __ } from '@wordpress/i18n';
import { api } from '../api.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Section } from '../components/section.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import type { Site } from '../site.ts';
import type { Indexing } from '../use-indexing.ts';
import { useResource } from '../use-resource.ts';
import { IndexingForm } from './indexing-form.tsx';

export function IndexingTab({ site, indexing }: { site: Site; indexing: Indexing }) {
  const { data, error, reload, replace } = useResource(api.getSettings);
  if (data) {
    return (
      <IndexingForm
        settings={data}
        postTypes={site.postTypes}
        indexing={indexing}
        onSaved={(settings) => {
          replace(settings);
          void indexing.refresh();
        }}
      />
    );
  }
  return (
    <Section id="posts" title={__('Posts and pages', 'itih-rag-chat')} busy={!error}>
      {error ? <ErrorNotice error={error} onRetry={() => void reload()} /> : <Skeleton lines={8} />}
    </Section>
  );
}
