import { __ } from '@wordpress/i18n';
import { TextControl } from '../components/controls.tsx';
import { SecretField } from '../components/secret-field.tsx';
import type { FieldsProps } from './address-fields.tsx';

interface Props extends FieldsProps {
  redirectUrl: string;
}

/** A client that the owner has registered, for authorization servers that register none by themselves. */
export function OAuthFields({ server, draft, redirectUrl, problem, onChange }: Props) {
  const refused = problem('oauth_client_id') ?? problem('oauth_client_secret');
  return (
    <details className="itih-client" open={refused !== undefined || !!server?.oauth_client_id}>
      <summary>{__('Sign in with a client of your own', 'itih-rag-chat')}</summary>
      <p className="itih-hint">
        {__(
          'Only for a server that asks you to sign in and registers no clients by itself. Register one there with this redirect address:',
          'itih-rag-chat',
        )}
      </p>
      <code dir="ltr">{redirectUrl}</code>
      <TextControl
        name="oauth_client_id"
        label={__('Client ID', 'itih-rag-chat')}
        help={problem('oauth_client_id')}
        aria-invalid={problem('oauth_client_id') !== undefined}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        value={draft.oauth_client_id ?? server?.oauth_client_id ?? ''}
        onChange={(oauth_client_id) => onChange({ oauth_client_id })}
      />
      <SecretField
        name="oauth_client_secret"
        label={__('Client secret (optional)', 'itih-rag-chat')}
        stored={{ set: server?.oauth_client_secret_set ?? false, last4: '' }}
        value={draft.oauth_client_secret}
        required={false}
        error={problem('oauth_client_secret')}
        onChange={(oauth_client_secret) => onChange({ oauth_client_secret })}
      />
    </details>
  );
}
