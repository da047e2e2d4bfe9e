import type { ReactNode } from 'react';
import { Section } from '../components/section.tsx';
import type { Site } from '../site.ts';
import { settingValue, type SettingsForm } from './draft.ts';
import { FieldView } from './field-view.tsx';
import { allFields } from './fields.ts';

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
  const numbers = fields.filter(({ control }) => control.kind === 'number');
  const others = fields.filter(({ control }) => control.kind !== 'number');
  const view = (list: typeof fields) =>
    list.map((field) => <FieldView key={field.path} field={field} form={form} site={site} />);
  return (
    <Section id={id} title={title}>
      <div className="itih-form">
        {hint && <p className="itih-hint">{hint}</p>}
        {view(others)}
        {numbers.length > 0 && <div className="itih-numbers">{view(numbers)}</div>}
        {children}
      </div>
    </Section>
  );
}
