import { BaseControl } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';
import { Button } from '../components/controls.tsx';
import { chooseImage } from '../knowledge/media-library.ts';
import { settingValue } from './draft.ts';
import type { FieldOf } from './field.ts';
import type { FieldProps } from './field-view.tsx';

/** A picture from the media library. */
export function ImageField({ field, form }: FieldProps<FieldOf<'image'>>) {
  const { path, label, help, control } = field;
  const url = settingValue(form, path) as string;
  const id = `itih-${path.replaceAll('.', '-')}`;
  const set = (chosen: string) => form.set({ [path]: chosen });
  return (
    <div className="itih-image" role="group" aria-labelledby={id}>
      <BaseControl.VisualLabel>
        <span id={id}>{label}</span>
      </BaseControl.VisualLabel>
      <div className="itih-image__row">
        {url !== '' && <img src={url} alt="" width={48} height={48} />}
        <Button
          variant="secondary"
          aria-label={control.title}
          onClick={() => chooseImage(control.title, set)}
        >
          {url === '' ? __('Choose', 'itih-rag-chat') : __('Replace', 'itih-rag-chat')}
        </Button>
        {url !== '' && (
          <Button
            variant="tertiary"
            isDestructive
            aria-label={
              /* translators: %s: the name of a setting, such as "Logo". */
              sprintf(__('Remove: %s', 'itih-rag-chat'), label)
            }
            onClick={() => set('')}
          >
            {__('Remove', 'itih-rag-chat')}
          </Button>
        )}
      </div>
      <p className="itih-hint">{form.errors[path] ?? help}</p>
    </div>
  );
}
