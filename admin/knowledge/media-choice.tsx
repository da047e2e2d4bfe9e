import { __ } from '@wordpress/i18n';
import { Button } from '../components/controls.tsx';
import { chooseFiles, type MediaFile } from './media-library.ts';

/** Uploads and chooses by WordPress' own means. */
export const MediaChoice = ({
  fileTypes,
  busy,
  onChosen,
}: {
  fileTypes: readonly string[];
  busy: boolean;
  onChosen: (files: MediaFile[]) => void;
}) => (
  <>
    <p className="itih-hint">
      {__('PDF, Word (docx) and text files. Several can be chosen at once.', 'itih-rag-chat')}
    </p>
    <Button
      variant="primary"
      isBusy={busy}
      onClick={() => !busy && chooseFiles(fileTypes, onChosen)}
    >
      {__('Choose files', 'itih-rag-chat')}
    </Button>
  </>
);
