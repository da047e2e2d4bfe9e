import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { McpServerView } from '../../server/contract/mcp.ts';
import { ApiError, toApiError } from '../api.ts';
import { Button, Form, SaveButton, ToggleControl } from '../components/controls.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Section } from '../components/section.tsx';
import { AddressFields } from './address-fields.tsx';
import { OAuthFields } from './oauth-fields.tsx';
import type { McpServerFields } from './servers-api.ts';
import { ToolChoice } from './tool-choice.tsx';
import { explained, type Servers } from './use-servers.ts';
import { useAction } from '../use-resource.ts';

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
