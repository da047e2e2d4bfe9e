import { ExternalLink } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { api, type MaskedSettings, type OwnedSettings } from '../api.ts';
import { Button, ErrorNotice, Notice, TextControl } from '../components/controls.tsx';
import { Section } from '../components/section.tsx';
import { dashboardUrl } from '../page.ts';
import { type Resource, useAction } from '../use-resource.ts';

interface Props {
  owned: Resource<OwnedSettings>;
  /** Those of the sidecar, while it answers. */
  limits: MaskedSettings['limits'] | undefined;
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
  const { homeUrl, ready, limits } = rest;
  const [tokens, setTokens] = useState<string>();
  const { busy, error, run } = useAction();
  const enabled = data?.general.widget_enabled ?? false;

  const turn = (widget_enabled: boolean) =>
    run(async () => {
      const daily_tokens = Number(tokens);
      const isChanged = tokens !== undefined && daily_tokens !== limits?.daily_tokens;
      const patch = { general: { widget_enabled }, ...(isChanged && { limits: { daily_tokens } }) };
      replace(await api.saveOwnedSettings(patch));
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
          {!enabled && limits && (
            <TextControl
              name="daily_tokens"
              type="number"
              min={0}
              label={__('Tokens a day', 'itih-rag-chat')}
              help={__(
                'All that a language model may use for all visitors together; an answer takes some 4,000. Then the chat answers without it until midnight (UTC). 0: no limit.',
                'itih-rag-chat',
              )}
              value={tokens ?? String(limits.daily_tokens)}
              onChange={setTokens}
            />
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
