import { __ } from '@wordpress/i18n';
import type { Site } from '../site.ts';
import { ColorsField } from './colors-field.tsx';
import type { SettingsForm } from './draft.ts';
import { FieldSection } from './field-section.tsx';
import { Preview } from './preview.tsx';

/** The look of the chat, with the real widget beside the fields. */
export const AppearanceTab = (props: { form: SettingsForm; site: Site }) => (
  <div className="itih-appearance">
    <div className="itih-column">
      <FieldSection {...props} id="identity" title={__('Name and pictures', 'itih-rag-chat')} />
      <FieldSection {...props} id="look" title={__('Theme and colours', 'itih-rag-chat')}>
        <ColorsField form={props.form} />
      </FieldSection>
      <FieldSection {...props} id="position" title={__('Place on the page', 'itih-rag-chat')} />
    </div>
    {props.site.previewUrl && <Preview form={props.form} url={props.site.previewUrl} />}
  </div>
);
