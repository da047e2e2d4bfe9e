import { __ } from '@wordpress/i18n';
import { Button } from '../components/controls.tsx';
import { chooseFiles, type MediaFile } from './media-library.ts';

/** Chooses files that are in the media library already. */
export const MediaChoice = ({
  fileTypes,
  busy,
  onChosen,
}: {
  fileTypes: readonly string[];
  busy: boolean;
  onChosen: (files: MediaFile[]) => void;
}) => (
  <div className="itih-actions">
    <Button
      variant="secondary"
      isBusy={busy}
      onClick={() => !busy && chooseFiles(fileTypes, onChosen)}
    >
      {__('Choose from the media library', 'itih-rag-chat')}
    </Button>
  </div>
);
