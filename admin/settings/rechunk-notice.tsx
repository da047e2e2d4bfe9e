import { __ } from '@wordpress/i18n';
import { draftOf, type SettingsForm } from './draft.ts';
import { useEstimate, workText } from '../models/index-change.tsx';
import { Notice } from '../components/controls.tsx';

const sizes = ['indexing.chunk_size', 'indexing.chunk_overlap', 'indexing.min_chunk_chars'];

/** Says what another size of chunks costs, before it is saved. */
export function RechunkNotice({ form }: { form: SettingsForm }) {
  const estimate = useEstimate(draftOf(form.draft, 'indexing'));
  if (!sizes.some((path) => path in form.draft)) return null;
  return (
    <Notice status="info">
      {__('When you save this, everything is read again.', 'itih-rag-chat')}
      {estimate && <p>{workText(estimate)}</p>}
    </Notice>
  );
}
