import { useEffect, useRef } from '@wordpress/element';
import { linkId } from './document-row.tsx';
import type { DocumentActions } from './use-document-actions.ts';

export const focus = (id: string) => document.getElementById(id)?.focus();

/** Moves the focus where a document was opened or deleted, and forgets outcomes when the list is left. */
export function useFocus(opened: number, isLeft: boolean, actions: DocumentActions): void {
  const lastOpened = useRef(0);
  useEffect(() => {
    if (opened === 0 && lastOpened.current > 0) focus(linkId(lastOpened.current));
    lastOpened.current = opened;
    if (isLeft) actions.dismiss();
  }, [opened, isLeft]);
  useEffect(() => {
    // The button that was pressed went with its row.
    if (actions.outcome && document.activeElement === document.body) focus('itih-documents-title');
  }, [actions.outcome, opened]);
}
