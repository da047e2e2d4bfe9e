import { __ } from '@wordpress/i18n';
import type { McpServerView, McpToolView } from '../../server/contract/mcp.ts';
import { CheckboxControl, SelectControl } from '../components/controls.tsx';

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

function ToolText({
  name,
  description,
  note,
}: {
  name: string;
  description: string;
  note: string;
}) {
  return (
    <div className="itih-tool">
      <strong dir="ltr">{name}</strong>
      {note && <span className="itih-tool__note">{note}</span>}
      {description && <p dir="auto">{description}</p>}
    </div>
  );
}

interface Props {
  tools: readonly McpToolView[];
  allowed: Allowed;
  onChange: (allowed: Allowed) => void;
}

/** Which tools of a server may be used. */
export function ToolChoice({ tools, allowed, onChange }: Props) {
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
                <ToolText {...tool} note={allowed === null || tool.never ? state(tool) : ''} />
              ) : (
                <CheckboxControl
                  label={tool.name}
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
