import { BaseControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { api, type OwnedSettings } from '../api.ts';
import { ErrorNotice, SelectControl, TextControl } from '../components/controls.tsx';
import { Preview } from '../components/preview.tsx';
import { Section } from '../components/section.tsx';
import { accentColors, widgetTheme } from '../look.ts';
import { settingsUrl } from '../page.ts';
import { type Resource, useAction } from '../use-resource.ts';
import { StepEnd } from './steps.tsx';

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
  /** See `preview_url()`. */
  previewUrl: string;
  onNext: () => void;
}

interface FormProps extends Omit<Props, 'owned'> {
  stored: OwnedSettings['appearance'];
  onSaved: (settings: OwnedSettings) => void;
}

function LookForm({ stored, accent, previewUrl, onSaved, onNext }: FormProps) {
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
        {previewUrl && (
          <Preview
            url={previewUrl}
            config={{
              bot_name: draft.bot_name,
              position: draft.position,
              theme: widgetTheme(stored.theme, { ...stored.colors, ...accentColors(draft.color) }),
            }}
          />
        )}
      </div>
      <p>
        <a href={settingsUrl('appearance')}>{__('All settings of the look', 'itih-rag-chat')}</a>
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
export function LookStep({ owned: { data, error, reload, replace }, ...rest }: Props) {
  return (
    <Section
      id="look"
      title={__('How should it look?', 'itih-rag-chat')}
      of={{ data, error, reload }}
      lines={6}
    >
      {data && <LookForm {...rest} stored={data.appearance} onSaved={replace} />}
    </Section>
  );
}
