import { __ } from '@wordpress/i18n';
import type { McpServerView } from '../../server/contract/mcp.ts';
import { TextControl } from '../components/controls.tsx';
import { SecretField } from '../components/secret-field.tsx';
import type { McpServerFields } from './servers-api.ts';

export interface FieldsProps {
  /** Undefined: a new one. */
  server: McpServerView | undefined;
  draft: Partial<McpServerFields>;
  /** Says what is wrong with a field. */
  problem: (name: keyof McpServerFields) => string | undefined;
  onChange: (changes: Partial<McpServerFields>) => void;
}

export function AddressFields({ server, draft, problem, onChange }: FieldsProps) {
  return (
    <>
      <TextControl
        name="name"
        label={__('Name', 'itih-rag-chat')}
        help={
          problem('name') ??
          __('For you, and to tell tools of the same name apart.', 'itih-rag-chat')
        }
        aria-invalid={problem('name') !== undefined}
        required
        maxLength={100}
        value={draft.name ?? server?.name ?? ''}
        onChange={(name) => onChange({ name })}
      />
      <TextControl
        name="url"
        label={__('Address', 'itih-rag-chat')}
        help={problem('url') ?? __('Of its endpoint for “streamable HTTP”.', 'itih-rag-chat')}
        aria-invalid={problem('url') !== undefined}
        type="url"
        required
        dir="ltr"
        value={draft.url ?? server?.url ?? ''}
        onChange={(url) => onChange({ url: url.trim() })}
      />
      <SecretField
        name="auth_header"
        label={__('Authorization header (optional)', 'itih-rag-chat')}
        help={__(
          'Sent as it is here: often the word Bearer, a space and a token.',
          'itih-rag-chat',
        )}
        stored={{ set: server?.auth_header_set ?? false, last4: '' }}
        value={draft.auth_header}
        required={false}
        error={problem('auth_header')}
        onChange={(auth_header) => onChange({ auth_header })}
      />
    </>
  );
}
