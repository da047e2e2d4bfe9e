import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { api, type MaskedSettings } from '../api.ts';
import { ErrorNotice } from '../components/controls.tsx';
import { Section } from '../components/section.tsx';
import { Choices, typeChoices } from '../settings/choices.tsx';
import type { Site } from '../site.ts';
import type { Indexing } from '../components/indexing.tsx';
import { knowledgeUrl } from '../page.ts';
import { type Resource, useAction } from '../use-resource.ts';
import { ContentOverview } from './content-overview.tsx';
import { StepEnd } from './steps.tsx';

interface Props {
  site: Site;
  settings: Resource<MaskedSettings>;
  indexing: Indexing;
  onNext: () => void;
}

/** Which types of posts the chat may answer from. */
export function ContentStep({ site, settings, indexing, onNext }: Props) {
  const { data, error: loadError, reload, replace } = settings;
  const [edited, setEdited] = useState<string[]>();
  const { busy, error, run } = useAction();
  const stored = data?.indexing.post_types ?? [];
  const chosen = edited ?? stored;

  const read = () =>
    run(async () => {
      if (edited && edited.join() !== stored.join())
        replace(await api.saveSettings({ indexing: { post_types: edited } }));
      void indexing.start();
      onNext();
    });

  return (
    <Section
      id="content"
      title={__('What may the chat answer from?', 'itih-rag-chat')}
      of={{ data, error: loadError, reload }}
      lines={6}
    >
      {data && (
        <>
          <div className="itih-form">
            <Choices
              name="setup.post_types"
              legend={__('Types of posts', 'itih-rag-chat')}
              help={__(
                'Only what every visitor can see is read: drafts, private and password-protected posts are left out. Later changes are followed by themselves.',
                'itih-rag-chat',
              )}
              choices={typeChoices(site.postTypes)}
              chosen={chosen}
              onChange={setEdited}
            />
            <ContentOverview chosen={chosen} readsNoindex={data.indexing.noindex} />
            <p>
              <a href={knowledgeUrl()}>
                {__(
                  'Files and other web pages are added under “What it has read”.',
                  'itih-rag-chat',
                )}
              </a>
            </p>
          </div>
          {error && <ErrorNotice error={error} />}
          {chosen.length === 0 ? (
            <StepEnd
              action={__('Continue without posts', 'itih-rag-chat')}
              open
              busy={busy}
              onAction={() => void read()}
            />
          ) : (
            <StepEnd
              action={__('Read this content', 'itih-rag-chat')}
              busy={busy}
              onAction={() => void read()}
              onSkip={onNext}
            />
          )}
        </>
      )}
    </Section>
  );
}
