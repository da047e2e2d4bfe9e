import { __ } from '@wordpress/i18n';
import { api, type OwnedSettings } from '../api.ts';
import { Button, ErrorNotice, Notice } from '../components/controls.tsx';
import { Section } from '../components/section.tsx';
import { dashboardUrl, focusWhenShown } from '../page.ts';
import { type Resource, useAction } from '../use-resource.ts';

interface Props {
  owned: Resource<OwnedSettings>;
  homeUrl: string;
  /** There is something to answer from. */
  ready: boolean;
}

/** Takes the focus when the chat was switched on. */
const nextId = 'itih-see-it';

const WhatNext = ({ homeUrl }: { homeUrl: string }) => (
  <div className="itih-actions">
    {homeUrl && (
      <Button id={nextId} variant="primary" href={homeUrl} target="_blank">
        {__('See it on your site (opens in a new tab)', 'itih-rag-chat')}
      </Button>
    )}
    <Button {...(!homeUrl && { id: nextId })} variant="secondary" href={dashboardUrl()}>
      {__('Go to the dashboard', 'itih-rag-chat')}
    </Button>
  </div>
);

/** Shows the chat to visitors. */
export function OnStep({ owned: { data, error: loadError, reload, replace }, ...rest }: Props) {
  const { homeUrl, ready } = rest;
  const { busy, error, run } = useAction();
  const enabled = data?.general.widget_enabled ?? false;

  const turn = (widget_enabled: boolean) =>
    run(async () => {
      replace(await api.saveOwnedSettings({ general: { widget_enabled } }));
      if (widget_enabled) focusWhenShown(nextId);
    });

  return (
    <Section
      id="on"
      title={__('Show the chat to visitors', 'itih-rag-chat')}
      of={{ data, error: loadError, reload }}
      lines={3}
    >
      {data && !ready && (
        <Notice status="warning">
          {__('Nothing has been read yet, so the chat cannot answer anything.', 'itih-rag-chat')}
        </Notice>
      )}
      {error && <ErrorNotice error={error} />}
      {data && (
        <>
          <div role="status">
            {enabled && (
              <Notice status="success">
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
          {enabled && <WhatNext homeUrl={homeUrl} />}
          {/* One button for both ways, so that the focus stays on it when the chat is switched off. */}
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
        </>
      )}
    </Section>
  );
}
