import { BaseControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { api, type OwnedSettings } from '../api.ts';
import { ErrorNotice, SelectControl, TextControl } from '../components/controls.tsx';
import { Section } from '../components/section.tsx';
import { settingsUrl } from '../page.ts';
import { type Resource, useAction } from '../use-resource.ts';
import { StepEnd } from './steps.tsx';
import { accentColors, readableOn } from '../settings/colors-field.tsx';

type Appearance = OwnedSettings['appearance'];

interface LookDraft {
  bot_name: string;
  /** `#rrggbb` */
  color: string;
  position: Appearance['position'];
}

/** Returns the settings that differ from the stored ones. */
export function lookPatch(
  { bot_name, color, position }: LookDraft,
  stored: Appearance,
  accent: string,
) {
  const before = stored.colors.primary ?? accent;
  return {
    ...(bot_name.trim() !== stored.bot_name && { bot_name: bot_name.trim() }),
    ...(position !== stored.position && { position }),
    ...(color.toLowerCase() !== before.toLowerCase() && {
      colors: { ...stored.colors, ...accentColors(color) },
    }),
  };
}

interface Props {
  owned: Resource<OwnedSettings>;
  /** The colour of the theme. */
  accent: string;
  onNext: () => void;
}

interface FormProps extends Omit<Props, 'owned'> {
  stored: OwnedSettings['appearance'];
  onSaved: (settings: OwnedSettings) => void;
}

function LookForm({ stored, accent, onSaved, onNext }: FormProps) {
  const [draft, setDraft] = useState<LookDraft>({
    bot_name: stored.bot_name,
    color: stored.colors.primary ?? accent,
    position: stored.position,
  });
  const { busy, error, run } = useAction();
  const change = (changes: Partial<LookDraft>) => setDraft({ ...draft, ...changes });

  const save = () =>
    run(async () => {
      const appearance = lookPatch(draft, stored, accent);
      if (Object.keys(appearance).length > 0) onSaved(await api.saveOwnedSettings({ appearance }));
      onNext();
    });

  return (
    <>
      <div className="itih-look">
        <div className="itih-form">
          <TextControl
            name="bot_name"
            label={__('Name', 'itih-rag-chat')}
            help={__('At the top of the chat, such as “Ask us”.', 'itih-rag-chat')}
            maxLength={60}
            value={draft.bot_name}
            onChange={(bot_name) => change({ bot_name })}
          />
          <label className="itih-look__color">
            <BaseControl.VisualLabel>{__('Colour', 'itih-rag-chat')}</BaseControl.VisualLabel>
            <input
              type="color"
              name="color"
              value={draft.color}
              onChange={(event) => change({ color: event.currentTarget.value })}
            />
          </label>
          <SelectControl
            name="position"
            label={__('Position of the button', 'itih-rag-chat')}
            value={draft.position}
            options={[
              { value: 'bottom-right', label: __('Bottom right', 'itih-rag-chat') },
              { value: 'bottom-left', label: __('Bottom left', 'itih-rag-chat') },
            ]}
            onChange={(position) => change({ position: position as LookDraft['position'] })}
          />
        </div>
        {/* The sides are those of the screen, in any direction of writing. */}
        <div
          className="itih-look__page"
          style={{ justifyItems: draft.position === 'bottom-left' ? 'left' : 'right' }}
          aria-hidden="true"
        >
          <div
            className="itih-look__head"
            style={{ background: draft.color, color: readableOn(draft.color) }}
          >
            {draft.bot_name || __('Chat with us', 'itih-rag-chat')}
          </div>
          <div
            className="itih-look__button"
            style={{ background: draft.color, color: readableOn(draft.color) }}
          >
            <span className="dashicons dashicons-format-chat" />
          </div>
        </div>
      </div>
      <p>
        <a href={settingsUrl('appearance')}>
          {__('All settings of the appearance', 'itih-rag-chat')}
        </a>
      </p>
      {error && <ErrorNotice error={error} />}
      <StepEnd
        action={__('Save and continue', 'itih-rag-chat')}
        busy={busy}
        onAction={() => void save()}
        onSkip={onNext}
      />
    </>
  );
}

/** Name, colour and place of the chat. */
export function LookStep({ owned: { data, error, reload, replace }, accent, onNext }: Props) {
  return (
    <Section
      id="look"
      title={__('How should it look?', 'itih-rag-chat')}
      of={{ data, error, reload }}
      lines={6}
    >
      {data && (
        <LookForm stored={data.appearance} accent={accent} onSaved={replace} onNext={onNext} />
      )}
    </Section>
  );
}
