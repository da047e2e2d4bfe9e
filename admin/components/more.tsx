import { __ } from '@wordpress/i18n';
import type { ReactNode } from 'react';

/** Fields that are seldom needed, folded away. A browser that refuses one of them can show it. */
export const More = ({ text, children }: { text?: string; children: ReactNode }) => (
  <details
    className="itih-more"
    onInvalidCapture={({ currentTarget }) => {
      currentTarget.open = true;
    }}
  >
    <summary>{text ?? __('More', 'itih-rag-chat')}</summary>
    <div className="itih-form">{children}</div>
  </details>
);
