import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { McpServerView, McpToolView } from '../../server/contract/mcp.ts';
import { ApiError, toApiError } from '../api.ts';
import {
  Button,
  CheckboxControl,
  ErrorNotice,
  Form,
  SaveButton,
  SelectControl,
  TextControl,
  ToggleControl,
} from '../components/controls.tsx';
import { SecretField } from '../components/secret-field.tsx';
import { Section } from '../components/section.tsx';
import { useAction } from '../use-resource.ts';
import { explained, type McpServerFields, type Servers } from './servers.tsx';

interface FieldsProps {
  /** Undefined: a new one. */
  server: McpServerView | undefined;
  draft: Partial<McpServerFields>;
  /** Says what is wrong with a field. */
  problem: (name: keyof McpServerFields) => string | undefined;
  onChange: (changes: Partial<McpServerFields>) => void;
}

function AddressFields({ server, draft, problem, onChange }: FieldsProps) {
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

interface OauthFieldsProps extends FieldsProps {
  redirectUrl: string;
}

/** A client that the owner has registered, for authorization servers that register none by themselves. */
function OAuthFields({ server, draft, redirectUrl, problem, onChange }: OauthFieldsProps) {
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

type Allowed = McpServerView['allowed_tools'];

const neverText = (why: NonNullable<McpToolView['never']>) =>
  ({
    destructive: __('Never used: it says that it may destroy something.', 'itih-rag-chat'),
    unusable: __('Never used: no model could call it.', 'itih-rag-chat'),
  })[why];

/** Shows a tool that cannot be chosen at the moment. */
const state = ({ never, enabled }: McpToolView) => {
  if (never) return neverText(never);
  return enabled
    ? ''
    : __('Only used when you choose it: it does not say that it is harmless.', 'itih-rag-chat');
};

function ToolText({ tool, note }: { tool: McpToolView; note: string }) {
  const { name, title, description } = tool;
  return (
    <div className="itih-tool">
      <strong dir={title ? 'auto' : 'ltr'}>{title || name}</strong>
      {note && <span className="itih-tool__note">{note}</span>}
      {description && <p dir="auto">{description}</p>}
    </div>
  );
}

interface ToolChoiceProps {
  tools: readonly McpToolView[];
  allowed: Allowed;
  onChange: (allowed: Allowed) => void;
}

/** Which tools of a server may be used. */
function ToolChoice({ tools, allowed, onChange }: ToolChoiceProps) {
  // A name that its server does not list at the moment stays allowed.
  const set = (name: string, on: boolean) =>
    onChange(on ? [...(allowed ?? []), name] : (allowed ?? []).filter((one) => one !== name));
  const usual = () => tools.filter(({ enabled }) => enabled).map(({ name }) => name);
  return (
    <>
      <SelectControl
        name="allowed_tools"
        label={__('Tools that may be used', 'itih-rag-chat')}
        value={allowed === null ? 'harmless' : 'chosen'}
        options={[
          {
            value: 'harmless',
            label: __('All that say that they are harmless, also later ones', 'itih-rag-chat'),
          },
          { value: 'chosen', label: __('Only those that I choose', 'itih-rag-chat') },
        ]}
        onChange={(how: string) => onChange(how === 'harmless' ? null : usual())}
      />
      {tools.length > 0 && (
        <ul className="itih-tool-list" aria-label={__('Tools of this server', 'itih-rag-chat')}>
          {tools.map((tool) => (
            <li key={tool.name}>
              {allowed === null || tool.never ? (
                <ToolText tool={tool} note={allowed === null || tool.never ? state(tool) : ''} />
              ) : (
                <CheckboxControl
                  label={tool.title || tool.name}
                  help={tool.description}
                  checked={allowed.includes(tool.name)}
                  onChange={(on: boolean) => set(tool.name, on)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface Props {
  /** Undefined: a new one. */
  server: McpServerView | undefined;
  onSave: Servers['save'];
  onSaved: (server: McpServerView) => void;
  onClose: () => void;
  /** Where authorization servers send the owner back. */
  redirectUrl: string;
}

type Draft = Partial<McpServerFields>;

/** Where a server is reached, and what of it may be used. */
export function ServerForm({ server, onSave, onSaved, onClose, redirectUrl }: Props) {
  const [draft, setDraft] = useState<Draft>({});
  const [saves, setSaves] = useState(0);
  const { busy, error, run } = useAction();
  const change = (changes: Draft) => setDraft({ ...draft, ...changes });
  const problem = (name: keyof McpServerFields) => error?.fields[name];
  const shared = { server, draft, problem, onChange: change };

  const save = () =>
    run(async () => {
      try {
        const saved = await onSave(server, draft);
        setDraft({});
        setSaves(saves + 1);
        onSaved(saved);
      } catch (cause) {
        const { code, message, fields } = toApiError(cause);
        throw new ApiError(code, explained({ code, message }), fields);
      }
    });

  return (
    <Section
      id="server"
      title={server ? __('Edit the server', 'itih-rag-chat') : __('Add a server', 'itih-rag-chat')}
      aside={
        <Button variant="tertiary" onClick={onClose}>
          {__('Close', 'itih-rag-chat')}
        </Button>
      }
    >
      <Form className="itih-form" onSubmit={() => void save()}>
        <AddressFields key={saves} {...shared} />
        <OAuthFields key={`client-${saves}`} {...shared} redirectUrl={redirectUrl} />
        <ToggleControl
          label={__('Use this server', 'itih-rag-chat')}
          checked={draft.enabled ?? server?.enabled ?? true}
          onChange={(enabled: boolean) => change({ enabled })}
        />
        {server && (
          <ToolChoice
            tools={server.tools}
            allowed={draft.allowed_tools === undefined ? server.allowed_tools : draft.allowed_tools}
            onChange={(allowed_tools) => change({ allowed_tools })}
          />
        )}
        {error && <ErrorNotice error={error} />}
        <SaveButton busy={busy} />
      </Form>
    </Section>
  );
}
