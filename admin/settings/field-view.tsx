import { useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import { api, type FoundPost } from '../api.ts';
import {
  Button,
  Labelled,
  SelectControl,
  TextareaControl,
  TextControl,
  ToggleControl,
} from '../components/controls.tsx';
import { More } from '../components/more.tsx';
import { Section } from '../components/section.tsx';
import { formatNumber, linesOf } from '../format.ts';
import { chooseImage } from '../knowledge/media-library.ts';
import type { Site } from '../site.ts';
import { useSettledResource } from '../use-resource.ts';
import { Choices, fieldChoices, typeChoices } from './choices.tsx';
import { type SettingsForm, settingValue, textProps } from './draft.ts';
import type { Field, FieldOf } from './field.ts';
import { allFields } from './fields.ts';

const idOf = (path: string) => `itih-${path.replaceAll('.', '-')}`;

/** A picture from the media library. */
function ImageField({ field, form }: FieldProps<FieldOf<'image'>>) {
  const { path, label, help, control } = field;
  const { also, title } = control;
  const url = (settingValue(form, path) || settingValue(form, also)) as string;
  const set = (chosen: string) => form.set({ [path]: chosen, [also]: '' });
  return (
    <Labelled id={idOf(path)} className="itih-image" label={label} path={path}>
      <div className="itih-image__row">
        {url !== '' && <img src={url} alt="" width={48} height={48} />}
        <Button variant="secondary" aria-label={title} onClick={() => chooseImage(title, set)}>
          {url === '' ? __('Choose', 'itih-rag-chat') : __('Replace', 'itih-rag-chat')}
        </Button>
        {url !== '' && (
          <Button
            variant="tertiary"
            isDestructive
            aria-label={
              /* translators: %s: the name of a setting, such as "Picture". */
              sprintf(__('Remove: %s', 'itih-rag-chat'), label)
            }
            onClick={() => set('')}
          >
            {__('Remove', 'itih-rag-chat')}
          </Button>
        )}
      </div>
      <p className="itih-hint">{form.errors[path] ?? help}</p>
    </Labelled>
  );
}

/** Returns the reason of a refusal, which names an item by its number. */
const errorOf = (errors: Readonly<Record<string, string>>, path: string) =>
  Object.entries(errors).find(([named]) => named === path || named.startsWith(`${path}.`))?.[1];

/** A list of texts, one on each line. It holds the text as it is typed: empty lines are no items. */
function LinesField({ field, form }: FieldProps<FieldOf<'lines'>>) {
  const { path, label, help = '', control } = field;
  const stored = settingValue(form, path) as string[];
  const [text, setText] = useState(stored.join('\n'));
  const error = errorOf(form.errors, path);
  return (
    <TextareaControl
      name={path}
      data-path={path}
      label={label}
      help={error ?? help}
      aria-invalid={error !== undefined}
      dir="auto"
      rows={Math.min(Math.max(control.items, 3), 6)}
      placeholder={control.placeholder ?? ''}
      value={text}
      onChange={(typed) => {
        setText(typed);
        form.set({ [path]: linesOf(typed) });
      }}
    />
  );
}

/** Shown of a long list; the rest is counted. */
const maxShown = 50;
const minLength = 2;

/** Titles of posts that were chosen on this page; another field may need them. */
const chosenTitles = new Map<number, string>();

interface ChosenProps {
  ids: readonly number[];
  titleOf: (id: number) => string;
  onRemove: (id: number) => void;
}

function Chosen({ ids, titleOf, onRemove }: ChosenProps) {
  const hidden = ids.length - maxShown;
  if (ids.length === 0) return <p className="itih-hint">{__('None', 'itih-rag-chat')}</p>;
  return (
    <ul className="itih-posts__chosen">
      {ids.slice(0, maxShown).map((id) => (
        <li key={id}>
          <span dir="auto">{titleOf(id)}</span>
          <Button
            variant="link"
            isDestructive
            aria-label={
              /* translators: %s: title of a post. */
              sprintf(__('Remove “%s”', 'itih-rag-chat'), titleOf(id))
            }
            onClick={() => onRemove(id)}
          >
            {__('Remove', 'itih-rag-chat')}
          </Button>
        </li>
      ))}
      {hidden > 0 && (
        <li>
          {sprintf(
            /* translators: %s: a number. */
            _n('and %s more', 'and %s more', hidden, 'itih-rag-chat'),
            formatNumber(hidden),
          )}
        </li>
      )}
    </ul>
  );
}

function Results({ found, onChoose }: { found: FoundPost[]; onChoose: (post: FoundPost) => void }) {
  return (
    <ul className="itih-posts__found">
      {found.map((post) => (
        <li key={post.id}>
          <Button variant="link" onClick={() => onChoose(post)}>
            {/* Two posts may have one title. */}
            {post.title || __('(no title)', 'itih-rag-chat')} <small dir="ltr">#{post.id}</small>
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** Posts, chosen by their titles. Enter takes the first that is found. */
function PostsField({
  field,
  form,
  titles,
}: FieldProps<FieldOf<'posts'>> & { titles: Readonly<Record<string, string>> }) {
  const { path, label, help = '' } = field;
  const [text, setText] = useState('');
  const { data: found, error } = useSettledResource(text.trim(), async (asked, signal) =>
    asked.length < minLength ? [] : api.searchPosts(asked, signal),
  );
  const ids = settingValue(form, path) as number[];
  const titleOf = (id: number) => chosenTitles.get(id) ?? titles[id] ?? `#${id}`;
  const left = found?.filter((post) => !ids.includes(post.id));
  const isTyped = text.trim().length >= minLength;

  function choose({ id: chosen, title }: FoundPost) {
    chosenTitles.set(chosen, title);
    form.set({ [path]: [...ids, chosen] });
    setText('');
    document.querySelector<HTMLElement>(`[name="${path}.search"]`)?.focus();
  }
  function status(): string {
    if (!isTyped) return '';
    if (error) return error.message;
    if (!left) return __('Searching…', 'itih-rag-chat');
    return left.length === 0 ? __('Nothing is found.', 'itih-rag-chat') : '';
  }

  return (
    <Labelled id={idOf(path)} className="itih-posts" label={label} path={path}>
      <Chosen
        ids={ids}
        titleOf={titleOf}
        onRemove={(gone) => form.set({ [path]: ids.filter((one) => one !== gone) })}
      />
      <TextControl
        name={`${path}.search`}
        label={__('Search by title', 'itih-rag-chat')}
        help={form.errors[path] ?? help}
        aria-invalid={form.errors[path] !== undefined}
        type="search"
        autoComplete="off"
        value={text}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter would save the settings.
          event.preventDefault();
          const [first] = left ?? [];
          if (first && isTyped) choose(first);
        }}
      />
      <p role="status" className="itih-hint">
        {status()}
      </p>
      {isTyped && left && <Results found={left} onChoose={choose} />}
    </Labelled>
  );
}

interface FieldProps<F extends Field = Field> {
  field: F;
  form: SettingsForm;
}

/** Properties that all text fields have. */
const common = ({ field: { path, label, help }, form }: FieldProps) => ({
  ...textProps(form, path, help),
  label,
});

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
      onChange={(typed) => form.set({ [field.path]: text(typed) })}
    />
  );
}

/** A number that owners think of as more or less, between two words. */
function ScaleField({ field, form }: FieldProps<FieldOf<'scale'>>) {
  const { min, max, step, ends } = field.control;
  return (
    <TextControl
      {...common({ field, form })}
      className="itih-scale"
      // Passed on to the input; the types of older packages know fewer.
      type={'range' as 'number'}
      min={min}
      max={max}
      step={step}
      help={
        <>
          <span className="itih-scale__ends" aria-hidden="true">
            <span>{ends[0]}</span>
            <span>{ends[1]}</span>
          </span>
          {form.errors[field.path] ?? field.help}
        </>
      }
      onChange={(typed) => form.set({ [field.path]: Number(typed) })}
    />
  );
}

function LongText({ field, form }: FieldProps<FieldOf<'textarea'>>) {
  const { rows, placeholder = '' } = field.control;
  const found = form.found[field.path];
  const props = common({ field, form });
  return (
    <div className="itih-long-text">
      <TextareaControl
        {...props}
        dir="auto"
        rows={rows}
        placeholder={found || placeholder}
        onChange={(typed) => form.set({ [field.path]: typed })}
      />
      {field.path === 'chat.system_prompt' && props.value !== '' && (
        <Button variant="link" onClick={() => form.set({ [field.path]: '' })}>
          {__('Restore the default prompt', 'itih-rag-chat')}
        </Button>
      )}
    </div>
  );
}

/** Edits one setting as the table says. One that is not known, as no sidecar answers, is left out. */
function FieldView({ field, form, site }: FieldProps & { site: Site }) {
  const { path, control } = field;
  const value = settingValue(form, path);
  if (value === undefined || field.when?.(form) === false) return null;
  const set = (changed: string | boolean | string[]) => form.set({ [path]: changed });
  switch (control.kind) {
    case 'toggle':
      return (
        <ToggleControl
          data-path={path}
          label={field.label}
          help={form.errors[path] ?? field.help ?? ''}
          checked={value === true}
          onChange={set}
        />
      );
    case 'select':
      return (
        <SelectControl {...common({ field, form })} options={control.options} onChange={set} />
      );
    case 'text':
      return (
        <TextControl
          {...common({ field, form })}
          dir="auto"
          placeholder={form.found[path] || control.placeholder || ''}
          onChange={set}
        />
      );
    case 'textarea':
      return <LongText field={{ ...field, control }} form={form} />;
    case 'number':
      return <NumberField field={{ ...field, control }} form={form} />;
    case 'scale':
      return <ScaleField field={{ ...field, control }} form={form} />;
    case 'lines':
      return <LinesField field={{ ...field, control }} form={form} />;
    case 'posts':
      return <PostsField field={{ ...field, control }} form={form} titles={site.titles} />;
    case 'image':
      return <ImageField field={{ ...field, control }} form={form} />;
    case 'choices':
      return (
        <Choices
          name={path}
          legend={field.label}
          help={errorOf(form.errors, path) ?? field.help}
          choices={
            control.of === 'types' ? typeChoices(site.postTypes) : fieldChoices(site.metaFields)
          }
          maxTyped={control.max}
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

/** The fields of a part, its numbers in one row. */
function FieldViews({ fields, ...props }: { fields: Field[]; form: SettingsForm; site: Site }) {
  const numbers = fields.filter(({ control }) => control.kind === 'number');
  const others = fields.filter(({ control }) => control.kind !== 'number');
  const view = (list: Field[]) =>
    list.map((field) => <FieldView key={field.path} field={field} {...props} />);
  return (
    <>
      {view(others)}
      {numbers.length > 0 && <div className="itih-numbers">{view(numbers)}</div>}
    </>
  );
}

interface Props {
  /** Section of the table of fields. */
  id: string;
  title: string;
  /** Above the fields, as text. */
  hint?: ReactNode;
  form: SettingsForm;
  site: Site;
  /** Below the fields. */
  children?: ReactNode;
}

/** A part of a tab with the fields that the table places there. Without any known setting it is left out. */
export function FieldSection({ id, title, hint, form, site, children }: Props) {
  const fields = allFields().filter(({ section }) => section === id);
  if (fields.every(({ path }) => settingValue(form, path) === undefined)) return null;
  const more = fields.filter((field) => field.more);
  const props = { form, site };
  return (
    <Section id={id} title={title}>
      <div className="itih-form">
        {hint && <p className="itih-hint">{hint}</p>}
        <FieldViews {...props} fields={fields.filter((field) => !field.more)} />
        {children}
        {more.length > 0 && (
          <More>
            <FieldViews {...props} fields={more} />
          </More>
        )}
      </div>
    </Section>
  );
}
