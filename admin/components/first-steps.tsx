import { ExternalLink, VisuallyHidden } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type { DashboardReply } from '../../server/contract/admin.ts';
import type { Indexing } from '../use-indexing.ts';
import { settingsUrl } from '../use-query.ts';
import { IndexButton } from './index-button.tsx';
import { IndexProgress } from './index-progress.tsx';
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
  homeUrl: string;
  /** The sidecar and everything it needs work. */
  connected: boolean;
}

/** Leads the owner of a fresh site to the first answer. */
export function FirstSteps({ dashboard, indexing, homeUrl, connected }: Props) {
  const left = stepsLeft(dashboard);
  const ownModel = dashboard.providers.llm.provider !== 'builtin';
  return (
    <Section id="first-steps" title={__('First steps', 'itih-rag-chat')}>
      <ol className="itih-steps">
        <Step
          title={__('Start the sidecar', 'itih-rag-chat')}
          text={
            connected
              ? __('It is running and talks to WordPress.', 'itih-rag-chat')
              : __('It is running, but something it needs is missing: see above.', 'itih-rag-chat')
          }
          done={connected}
        />
        <Step
          title={__('Index your content', 'itih-rag-chat')}
          text={__(
            'Published posts and pages are read and made searchable. Drafts, private and password-protected ones are left out. Later changes are followed by themselves.',
            'itih-rag-chat',
          )}
          done={!left.index && !indexing?.active}
        >
          {indexing && (left.index || indexing.active) && (
            <IndexButton indexing={indexing} variant="primary" />
          )}
          {indexing && <IndexProgress indexing={indexing} />}
        </Step>
        <Step
          title={__('Choose a language model (optional)', 'itih-rag-chat')}
          text={__(
            'Without one, the chat answers with passages from your pages. With one, it writes full answers from them.',
            'itih-rag-chat',
          )}
          done={ownModel}
        >
          {!ownModel && (
            <a href={settingsUrl('models')}>{__('Go to the models', 'itih-rag-chat')}</a>
          )}
        </Step>
        <Step
          title={__('Ask a first question', 'itih-rag-chat')}
          text={__('Open your site, click the chat button and ask.', 'itih-rag-chat')}
          done={!left.ask}
        >
          {left.ask && homeUrl && (
            <ExternalLink href={homeUrl}>{__('Open your site', 'itih-rag-chat')}</ExternalLink>
          )}
        </Step>
      </ol>
    </Section>
  );
}
