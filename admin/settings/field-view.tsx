import { __ } from '@wordpress/i18n';
import {
  Button,
  SelectControl,
  TextareaControl,
  TextControl,
  ToggleControl,
} from '../components/controls.tsx';
import type { Site } from '../site.ts';
import { settingValue, type SettingsForm } from './draft.ts';
import type { Field, FieldOf } from './field.ts';
import { ImageField } from './image-field.tsx';
import { LinesField } from './lines-field.tsx';
import { PostTypeChoice } from './post-type-choice.tsx';
import { PostsField } from './posts-field.tsx';

export interface FieldProps<F extends Field = Field> {
  field: F;
  form: SettingsForm;
}

/** Properties that all text fields have. */
function common({ field, form }: FieldProps) {
  const error = form.errors[field.path];
  return {
    name: field.path,
    label: field.label,
    help: error ?? field.help ?? '',
    'aria-invalid': error !== undefined,
  };
}

function NumberField({ field, form }: FieldProps<FieldOf<'number'>>) {
  const { min, max, step = 1 } = field.control;
  const text = (typed: string) => (typed.trim() === '' ? typed : Number(typed));
  return (
    <TextControl
      {...common({ field, form })}
      className="itih-number"
      type="number"
      required
      min={min}
      max={max}
      step={step}
      value={String(settingValue(form, field.path))}
      onChange={(typed) => form.set({ [field.path]: text(typed) })}
    />
  );
}

function LongText({ field, form }: FieldProps<FieldOf<'textarea'>>) {
  const { rows, placeholder = '' } = field.control;
  const value = settingValue(form, field.path) as string;
  return (
    <div className="itih-long-text">
      <TextareaControl
        {...common({ field, form })}
        dir="auto"
        rows={rows}
        placeholder={placeholder}
        value={value}
        onChange={(typed) => form.set({ [field.path]: typed })}
      />
      {field.path === 'chat.system_prompt' && value !== '' && (
        <Button variant="link" onClick={() => form.set({ [field.path]: '' })}>
          {__('Restore the default prompt', 'itih-rag-chat')}
        </Button>
      )}
    </div>
  );
}

/** Edits one setting as the table says. One that is not known, as no sidecar answers, is left out. */
export function FieldView({ field, form, site }: FieldProps & { site: Site }) {
  const { path, control } = field;
  const value = settingValue(form, path);
  if (value === undefined || field.when?.(form) === false) return null;
  const set = (changed: string | boolean | string[]) => form.set({ [path]: changed });
  switch (control.kind) {
    case 'toggle':
      return (
        <ToggleControl
          label={field.label}
          help={form.errors[path] ?? field.help ?? ''}
          checked={value === true}
          onChange={set}
        />
      );
    case 'select':
      return (
        <SelectControl
          {...common({ field, form })}
          value={value as string}
          options={control.options}
          onChange={set}
        />
      );
    case 'text':
      return (
        <TextControl
          {...common({ field, form })}
          dir="auto"
          placeholder={control.placeholder ?? ''}
          value={value as string}
          onChange={set}
        />
      );
    case 'textarea':
      return <LongText field={{ ...field, control }} form={form} />;
    case 'number':
      return <NumberField field={{ ...field, control }} form={form} />;
    case 'lines':
      return <LinesField field={{ ...field, control }} form={form} />;
    case 'posts':
      return <PostsField field={{ ...field, control }} form={form} titles={site.titles} />;
    case 'image':
      return <ImageField field={{ ...field, control }} form={form} />;
    case 'types':
      return (
        <PostTypeChoice
          name={path}
          legend={field.label}
          help={form.errors[path] ?? field.help}
          types={site.postTypes}
          chosen={value as string[]}
          onChange={set}
        />
      );
    case 'special':
      return null;
    default:
      return control satisfies never;
  }
}
