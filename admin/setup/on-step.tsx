import { ExternalLink, Notice } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { api, toApiError, type ApiError, type OwnedSettings } from '../api.ts';
import { Button } from '../components/controls.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Section } from '../components/section.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { dashboardUrl } from '../use-query.ts';
import type { Resource } from '../use-resource.ts';

interface Props {
  owned: Resource<OwnedSettings>;
  homeUrl: string;
  /** There is something to answer from. */
  ready: boolean;
}

const WhatNext = ({ homeUrl }: { homeUrl: string }) => (
  <div className="itih-actions">
    {homeUrl && (
      <ExternalLink href={homeUrl}>{__('See it on your site', 'itih-rag-chat')}</ExternalLink>
    )}
    <Button variant="secondary" href={dashboardUrl()}>
      {__('Go to the dashboard', 'itih-rag-chat')}
    </Button>
  </div>
);

/** Shows the chat to visitors. */
export function OnStep({ owned: { data, error: loadError, reload, replace }, ...rest }: Props) {
  const { homeUrl, ready } = rest;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const enabled = data?.general.widget_enabled ?? false;

  async function turn(widget_enabled: boolean) {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      replace(await api.saveOwnedSettings({ general: { widget_enabled } }));
    } catch (cause) {
      setError(toApiError(cause));
    }
    setBusy(false);
  }

  return (
    <Section
      id="on"
      title={__('Show the chat to visitors', 'itih-rag-chat')}
      busy={!data && !loadError}
    >
      {!data && loadError && <ErrorNotice error={loadError} onRetry={() => void reload()} />}
      {!data && !loadError && <Skeleton lines={3} />}
      {data && !ready && (
        <Notice className="itih-notice" status="warning" isDismissible={false}>
          {__('Nothing has been read yet, so the chat cannot answer anything.', 'itih-rag-chat')}
        </Notice>
      )}
      {error && <ErrorNotice error={error} />}
      {data && (
        <>
          <div role="status">
            {enabled && (
              <Notice className="itih-notice" status="success" isDismissible={false}>
                {__('The chat is on: visitors see it on every page.', 'itih-rag-chat')}
              </Notice>
            )}
          </div>
          {!enabled && (
            <p>
              {__(
                'Until you switch it on, no page shows the chat. You can switch it off at any time.',
                'itih-rag-chat',
              )}
            </p>
          )}
          {/* One button for both ways, so that the focus stays on it. */}
          <div className="itih-actions">
            <Button
              variant={enabled ? 'tertiary' : 'primary'}
              isBusy={busy}
              onClick={() => void turn(!enabled)}
            >
              {enabled
                ? __('Switch the chat off', 'itih-rag-chat')
                : __('Switch the chat on', 'itih-rag-chat')}
            </Button>
          </div>
          {enabled && <WhatNext homeUrl={homeUrl} />}
        </>
      )}
    </Section>
  );
}
