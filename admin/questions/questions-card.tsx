import { __ } from '@wordpress/i18n';
import { api } from '../api.ts';
import { Button, ErrorNotice } from '../components/controls.tsx';
import { Section } from '../components/section.tsx';
import { setupUrl } from '../page.ts';
import { useAction, usePolling, useResource } from '../use-resource.ts';
import { Asking, Counts } from './counts.tsx';

const pollMs = 2000;

/** How the common questions were answered, with the way to them; nothing before they were asked. */
export function QuestionsCard({ canManage }: { canManage: boolean }) {
  const { data, reload, replace } = useResource(api.getCommonQuestions);
  const { busy, error, run } = useAction();
  const isAsking = data !== undefined && data.waiting > 0;
  usePolling(reload, isAsking ? pollMs : null);
  if (!data || (data.asked_at === null && !isAsking)) return null;
  return (
    <Section
      id="common-questions"
      title={__('Twenty questions every visitor asks', 'itih-rag-chat')}
      aside={canManage && <a href={setupUrl({ step: 'ask' })}>{__('See them', 'itih-rag-chat')}</a>}
    >
      <Counts reply={data} />
      <div role="status">
        <Asking reply={data} />
        {data.has_changed && !isAsking && (
          <p>{__('Your pages have changed since these were asked.', 'itih-rag-chat')}</p>
        )}
      </div>
      {error && <ErrorNotice error={error} />}
      {data.has_changed && canManage && (
        <Button
          variant="secondary"
          isBusy={busy || isAsking}
          aria-disabled={busy || isAsking}
          onClick={() => !isAsking && void run(async () => replace(await api.askCommonQuestions()))}
        >
          {__('Ask them again', 'itih-rag-chat')}
        </Button>
      )}
    </Section>
  );
}
