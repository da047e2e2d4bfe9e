import { __ } from '@wordpress/i18n';

export interface MediaFile {
  id: number;
  filename: string;
  url: string;
}

interface Frame {
  on: (event: 'select', listener: () => void) => void;
  open: () => void;
  state: () => { get: (name: 'selection') => { toJSON: () => MediaFile[] } };
}

/** The global object that `wp_enqueue_media()` adds to the page. */
type Media = (options: object) => Frame;

/** Opens WordPress' media library for files of the given media types; several may be chosen. */
export function chooseFiles(
  types: readonly string[],
  onChosen: (files: MediaFile[]) => void,
): void {
  const { media } = (window as unknown as { wp: { media: Media } }).wp;
  const frame = media({
    title: __('Choose files to read', 'itih-rag-chat'),
    button: { text: __('Let the chat read it', 'itih-rag-chat') },
    library: { type: types },
    multiple: 'add',
  });
  frame.on('select', () => onChosen(frame.state().get('selection').toJSON()));
  frame.open();
}

/** Opens WordPress' media library for one picture. */
export function chooseImage(title: string, onChosen: (url: string) => void): void {
  const { media } = (window as unknown as { wp: { media: Media } }).wp;
  const frame = media({ title, library: { type: 'image' }, multiple: false });
  frame.on('select', () => {
    const [image] = frame.state().get('selection').toJSON();
    if (image) onChosen(image.url);
  });
  frame.open();
}
