import { useRef, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { Button } from '../components/controls.tsx';
import { formatBytes } from '../format.ts';
import { UploadList } from './upload-list.tsx';
import type { Uploads, UploadRules } from './use-uploads.ts';

/** Takes files that are dropped on it or chosen on the owner's computer. */
export function DropZone({ rules, uploads }: { rules: UploadRules; uploads: Uploads }) {
  const [over, setOver] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const accept = rules.fileExtensions.map((extension) => `.${extension}`).join(',');
  return (
    <>
      <div
        className={over ? 'itih-drop is-over' : 'itih-drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          uploads.add([...event.dataTransfer.files]);
        }}
      >
        <p>{__('Drop files here', 'itih-rag-chat')}</p>
        <Button variant="primary" onClick={() => field.current?.click()}>
          {__('Choose from this computer', 'itih-rag-chat')}
        </Button>
        <p className="itih-hint">
          {sprintf(
            /* translators: %s: size of a file, such as "2 MB". */
            __('PDF, Word (docx) and text files, each up to %s.', 'itih-rag-chat'),
            formatBytes(rules.maxUpload),
          )}
        </p>
        <input
          ref={field}
          type="file"
          name="files"
          multiple
          accept={accept}
          hidden
          onChange={(event) => {
            uploads.add([...(event.currentTarget.files ?? [])]);
            // So that the same file can be chosen again.
            event.currentTarget.value = '';
          }}
        />
      </div>
      <UploadList uploads={uploads} />
    </>
  );
}
