import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { MaskedSecret } from '../api.ts';
import { Button, Labelled, TextControl } from './controls.tsx';

interface Props {
  name: string;
  /** Path of the setting, by which an error finds it. */
  path?: string;
  label: string;
  help?: string;
  stored: MaskedSecret;
  /** Undefined: the stored one stays. Empty: it is removed. */
  value: string | undefined;
  required: boolean;
  /** Error message for the field. */
  error: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Says that a secret is there, and by whom it was given; one that is stored here can be removed or replaced. */
function Stored(props: Pick<Props, 'stored' | 'value' | 'onChange'> & { onReplace: () => void }) {
  const { stored, value, onChange, onReplace } = props;
  if (stored.given) {
    return (
      <span>
        {stored.given === 'connectors' ? (
          <a href="options-connectors.php">
            {__('Key from Settings → Connectors', 'itih-rag-chat')}
          </a>
        ) : (
          __('Given by the environment or wp-config.php of the answer service.', 'itih-rag-chat')
        )}
      </span>
    );
  }
  const removed = value === '';
  const keyText = stored.last4
    ? /* translators: %s: the last 4 characters of a key. */
      sprintf(__('Key ending in %s', 'itih-rag-chat'), stored.last4)
    : __('Set, and never shown', 'itih-rag-chat');
  return (
    <div className="itih-secret__row">
      <span>{removed ? __('It will be removed when you save.', 'itih-rag-chat') : keyText}</span>
      {/* One button for both ways, so that the focus stays on it. */}
      <Button
        variant="tertiary"
        isDestructive={!removed}
        onClick={() => onChange(removed ? undefined : '')}
      >
        {removed ? __('Keep it', 'itih-rag-chat') : __('Remove', 'itih-rag-chat')}
      </Button>
      {!removed && (
        <Button variant="tertiary" onClick={onReplace}>
          {__('Replace', 'itih-rag-chat')}
        </Button>
      )}
    </div>
  );
}

/** A key or the like that the server never shows: typed anew, kept, replaced or removed. */
export function SecretField(props: Props) {
  const { name, path, label, help, stored, value, required, error, onChange } = props;
  const [replacing, setReplacing] = useState(false);
  const keep = () => {
    setReplacing(false);
    onChange(undefined);
  };
  // One that was refused has to be typed anew, unless it is removed.
  const refused = error !== undefined && value === undefined;
  if (stored.set && !replacing && !refused) {
    return (
      <Labelled id={`${name}-label`} className="itih-secret" label={label} path={path}>
        <Stored {...props} onReplace={() => setReplacing(true)} />
      </Labelled>
    );
  }
  return (
    <div className="itih-secret">
      <TextControl
        name={name}
        data-path={path}
        label={label}
        type="password"
        autoFocus={replacing}
        autoComplete="off"
        spellCheck={false}
        required={required}
        help={error ?? help}
        aria-invalid={error !== undefined}
        value={value ?? ''}
        onChange={(text) => onChange(text.trim() === '' ? undefined : text.trim())}
      />
      {stored.set && (
        <Button variant="tertiary" onClick={keep}>
          {__('Keep what is stored', 'itih-rag-chat')}
        </Button>
      )}
    </div>
  );
}
