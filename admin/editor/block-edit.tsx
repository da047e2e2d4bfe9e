import { Notice, PanelBody } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';
import { SelectControl, TextareaControl, TextControl } from '../components/controls.tsx';
import { formatNumber } from '../format.ts';
import { writtenStarters, type BlockData, type ChatAttributes } from './block-attributes.ts';
import { Preview } from './preview.tsx';
import { editorScripts } from './wordpress.ts';

const themeOptions = () => [
  { value: '', label: __('As in the settings', 'itih-rag-chat') },
  { value: 'light', label: __('Light', 'itih-rag-chat') },
  { value: 'dark', label: __('Dark', 'itih-rag-chat') },
  { value: 'auto', label: __('Light or dark, as the visitor prefers', 'itih-rag-chat') },
  { value: 'ocean', label: __('Ocean', 'itih-rag-chat') },
  { value: 'sunset', label: __('Sunset', 'itih-rag-chat') },
];

interface Props {
  attributes: ChatAttributes;
  setAttributes: (changed: Partial<ChatAttributes>) => void;
}

/** Fields of the block's settings. */
function Fields({ attributes, setAttributes, data }: Props & { data: BlockData }) {
  const { title, starters, theme, height } = attributes;
  const { look, limits } = data;
  const [least, most] = limits.height;
  return (
    <>
      <TextControl
        name="title"
        label={__('Title', 'itih-rag-chat')}
        placeholder={look.bot_name || look.strings.title}
        maxLength={limits.title}
        value={title}
        onChange={(value) => setAttributes({ title: value })}
      />
      <TextareaControl
        name="starters"
        label={__('Questions to start with', 'itih-rag-chat')}
        help={sprintf(
          /* translators: %s: a number. */
          __('One on each line, at most %s. Empty: those of the settings.', 'itih-rag-chat'),
          formatNumber(limits.starters),
        )}
        rows={4}
        value={starters.join('\n')}
        onChange={(value) => setAttributes({ starters: value === '' ? [] : value.split('\n') })}
        onBlur={() => setAttributes({ starters: writtenStarters(starters, data) })}
      />
      <SelectControl
        name="theme"
        label={__('Colours', 'itih-rag-chat')}
        options={themeOptions()}
        value={theme}
        onChange={(value) => setAttributes({ theme: value as ChatAttributes['theme'] })}
      />
      <TextControl
        name="height"
        type="number"
        label={__('Height in pixels', 'itih-rag-chat')}
        help={sprintf(
          /* translators: 1: minimum. 2: maximum. */
          __('From %1$s to %2$s. Empty: by the size of the window.', 'itih-rag-chat'),
          formatNumber(least),
          formatNumber(most),
        )}
        min={least}
        max={most}
        step={10}
        value={height > 0 ? String(height) : ''}
        onChange={(value) => setAttributes({ height: Math.max(0, Math.round(Number(value))) })}
      />
    </>
  );
}

/** The block in the editor. */
export function BlockEdit(props: Props) {
  const { useBlockProps, InspectorControls } = editorScripts().blockEditor;
  const data = window.itihChatBlock;
  return (
    <div {...useBlockProps()}>
      <InspectorControls>
        <PanelBody title={__('Chat', 'itih-rag-chat')}>
          {!data.shown && (
            <Notice status="warning" isDismissible={false}>
              {__(
                'Visitors do not see the chat yet: it is switched off, or its sidecar has never answered.',
                'itih-rag-chat',
              )}
            </Notice>
          )}
          <Fields {...props} data={data} />
        </PanelBody>
      </InspectorControls>
      <Preview attributes={props.attributes} data={data} />
    </div>
  );
}
