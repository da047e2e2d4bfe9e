import { FormFileUpload } from '@wordpress/components';
import { __, sprintf } from '@wordpress/i18n';
import { Button, TextareaControl } from '../components/controls.tsx';
import { formatNumber } from '../format.ts';
import { readTextFile } from './read-text-file.ts';
import { appended, maxListChars, type FieldsProps } from './source-draft.ts';

/** Many addresses, typed or from a file of a spreadsheet. */
export function ListFields({ draft, onChange }: FieldsProps) {
  async function take(files: FileList | null) {
    const texts = await Promise.all([...(files ?? [])].map(readTextFile));
    onChange({ urls: texts.reduce(appended, draft.urls) });
  }
  const tooLong = draft.urls.length > maxListChars;
  return (
    <>
      <TextareaControl
        name="urls"
        className="itih-list"
        label={__('Addresses', 'itih-rag-chat')}
        help={
          tooLong
            ? sprintf(
                /* translators: %s: number of characters. */
                __('This is too long: at most %s characters at once.', 'itih-rag-chat'),
                formatNumber(maxListChars),
              )
            : __(
                'One on each line: an address, or a title, a comma and an address.',
                'itih-rag-chat',
              )
        }
        aria-invalid={tooLong}
        dir="ltr"
        spellCheck={false}
        rows={8}
        required
        value={draft.urls}
        onChange={(urls) => onChange({ urls })}
      />
      <FormFileUpload
        accept=".csv,.txt,text/csv,text/plain"
        onClick={(event) => {
          event.currentTarget.value = ''; // The same file again is a change, too.
        }}
        onChange={(event) => void take(event.currentTarget.files)}
        render={({ openFileDialog }) => (
          <Button variant="secondary" onClick={openFileDialog}>
            {__('Take the list from a CSV file', 'itih-rag-chat')}
          </Button>
        )}
      />
    </>
  );
}
