import { VisuallyHidden } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type { DashboardReply } from '../../server/contract/admin.ts';
import { api } from '../api.ts';
import { IndexButton, type Indexing, IndexProgress } from './indexing.tsx';
import { setupUrl } from '../page.ts';
import { useResource } from '../use-resource.ts';
import { Button } from './controls.tsx';
import { Section } from './section.tsx';

interface StepProps {
  title: string;
  text: string;
  done: boolean;
  children?: ReactNode;
}

function Step({ title, text, done, children }: StepProps) {
  return (
    <li className={done ? 'itih-step is-done' : 'itih-step'}>
      <div>
        <h3>
          {title}
          {done && <VisuallyHidden> {__('(done)', 'itih-rag-chat')}</VisuallyHidden>}
        </h3>
        <p>{text}</p>
        {children}
      </div>
    </li>
  );
}

/** Lists the steps that remain before visitors get answers. */
export function stepsLeft({ documents, chats }: DashboardReply) {
  const indexed = (documents.by_status['completed'] ?? 0) > 0;
  return { index: !indexed, ask: chats.questions === 0 };
}

interface Props {
  dashboard: DashboardReply;
  /** Undefined: indexing is offered elsewhere on the page. */
  indexing: Indexing | undefined;
  /** The sidecar and everything it needs work. */
  connected: boolean;
}

/** Shows how far the owner of a new site has come, with the way on. Nothing when the chat is on, or was. */
export function FirstSteps({ dashboard, indexing, connected }: Props) {
  const { data } = useResource(api.getOwnedSettings);
  const left = stepsLeft(dashboard);
  // Until it is known nothing appears that may have to go again.
  const enabled = data?.general.widget_enabled ?? true;
  // Indexing ends where it was begun.
  const follows = indexing !== undefined && (indexing.active || indexing.finished !== undefined);
  if (!left.index && !follows && (enabled || !left.ask)) return null;
  return (
    <Section
      id="first-steps"
      title={__('First steps', 'itih-rag-chat')}
      aside={
        <Button variant="primary" href={setupUrl()}>
          {__('Go on with the first steps', 'itih-rag-chat')}
        </Button>
      }
    >
      <ol className="itih-steps">
        <Step
          title={__('Start the answer service', 'itih-rag-chat')}
          text={
            connected
              ? __('It is running and talks to WordPress.', 'itih-rag-chat')
              : __('It is running, but something it needs is missing: see above.', 'itih-rag-chat')
          }
          done={connected}
        />
        <Step
          title={__('Let it read your content', 'itih-rag-chat')}
          text={__(
            'Published posts and pages are read and made searchable. Drafts, private and password-protected ones are left out. Later changes are followed by themselves.',
            'itih-rag-chat',
          )}
          done={!left.index && !indexing?.active}
        >
          {indexing && (left.index || indexing.active) && (
            <IndexButton indexing={indexing} variant="secondary" />
          )}
          {indexing && <IndexProgress indexing={indexing} />}
        </Step>
        <Step
          title={__('Ask a first question', 'itih-rag-chat')}
          text={__('See what your visitors would get, before they do.', 'itih-rag-chat')}
          done={!left.ask}
        />
        <Step
          title={__('Show the chat to visitors', 'itih-rag-chat')}
          text={__('Until you switch it on, no page shows it.', 'itih-rag-chat')}
          done={data?.general.widget_enabled ?? false}
        />
      </ol>
    </Section>
  );
}
