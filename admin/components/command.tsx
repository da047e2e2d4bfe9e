import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { Button } from './controls.tsx';

/** A shell command, to be copied. */
export function Command({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  // Browsers offer the clipboard only on secure pages.
  const clipboard = (navigator as Partial<Navigator>).clipboard;

  async function copy() {
    await clipboard?.writeText(text);
    setCopied(true);
  }

  return (
    <div className="itih-command">
      <code dir="ltr" tabIndex={0}>
        {text}
      </code>
      {clipboard && (
        <Button variant="secondary" onClick={() => void copy()}>
          {copied ? __('Copied', 'itih-rag-chat') : __('Copy', 'itih-rag-chat')}
        </Button>
      )}
    </div>
  );
}
