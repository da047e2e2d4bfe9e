import { __ } from '@wordpress/i18n';
import { Notice } from './controls.tsx';

/** Says why no provider is called although one may be chosen: WordPress' own switch for AI. */
export const AiOff = ({ site: { aiOff } }: { site: { aiOff: boolean } }) =>
  aiOff ? (
    <Notice status="warning">
      {__(
        'AI is switched off for this site, by the constant WP_AI_SUPPORT or by a plugin. No provider is asked: the chat answers with passages from your pages, which are found by their words or by the local model.',
        'itih-rag-chat',
      )}
    </Notice>
  ) : null;
