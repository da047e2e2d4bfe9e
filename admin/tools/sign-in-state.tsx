import { __ } from '@wordpress/i18n';
import type { McpServerView } from '../../server/contract/mcp.ts';
import { Badge, type Tone } from '../components/badge.tsx';

type State = Exclude<McpServerView['sign_in'], 'none'>;

const badges = (): Record<State, { tone: Tone; text: string }> => ({
  needed: { tone: 'warning', text: __('Not signed in', 'itih-rag-chat') },
  expired: { tone: 'bad', text: __('Sign-in expired', 'itih-rag-chat') },
  more_rights: { tone: 'warning', text: __('More rights needed', 'itih-rag-chat') },
  signed_in: { tone: 'good', text: __('Signed in', 'itih-rag-chat') },
});

export const SignInBadge = ({ state }: { state: McpServerView['sign_in'] }) =>
  state === 'none' ? null : <Badge {...badges()[state]} />;

/** A sentence that says what is to be done; undefined: nothing is. */
export const signInSentence = (state: McpServerView['sign_in']): string | undefined =>
  ({
    none: undefined,
    signed_in: undefined,
    needed: __(
      'This server asks you to sign in. Until then its tools are not used.',
      'itih-rag-chat',
    ),
    expired: __(
      'The sign-in has expired or was revoked. Until you sign in again, its tools are not used.',
      'itih-rag-chat',
    ),
    more_rights: __(
      'A tool was refused: it needs more rights. Sign in again to grant them.',
      'itih-rag-chat',
    ),
  })[state];
