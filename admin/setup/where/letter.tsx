import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { Button, TextareaControl } from '../../components/controls.tsx';
import type { Site, Way } from '../../site.ts';
import { type Doing, leastNode } from './lines.ts';
import { wayNames } from './ways.ts';

interface Text {
  subject: string;
  body: string;
}

/** Asks a host who knows nothing of the plugin. */
export function letterToHost({ homeUrl, place }: Pick<Site, 'homeUrl' | 'place'>): Text {
  const lines = [
    __('Hello,', 'itih-rag-chat'),
    sprintf(
      /* translators: 1: address of a site. 2: a version, such as 22.13. */
      __(
        'our site %1$s uses the WordPress plugin Itih RAG Chat. It needs a small program beside WordPress, which runs with Node.js %2$s or newer, takes 200 to 550 MB of memory, listens on 127.0.0.1:8790 only and runs as the account of the site.',
        'itih-rag-chat',
      ),
      homeUrl,
      leastNode,
    ),
    __('Please tell me which of these is possible on our plan:', 'itih-rag-chat'),
    place.node &&
      `1. ${__('You, or I, run this line on the server once:', 'itih-rag-chat')}\n   sudo ${place.node}`,
    `2. ${__('The panel starts it as a Node.js application (“Setup Node.js App” in cPanel, “Node.js” in Plesk).', 'itih-rag-chat')}`,
    `3. ${__('Neither: I then run it on another machine.', 'itih-rag-chat')}`,
    place.path &&
      sprintf(
        /* translators: %s: a folder. */
        __('The site is in %s.', 'itih-rag-chat'),
        place.path,
      ),
    __('Thank you!', 'itih-rag-chat'),
  ];
  return {
    subject: sprintf(
      /* translators: %s: address of a site. */
      __('A Node.js program for %s', 'itih-rag-chat'),
      homeUrl,
    ),
    body: lines.filter(Boolean).join('\n\n'),
  };
}

/** The lines of a way for whoever looks after the server. A code is never among them: it opens the site. */
export function letterWithLines(way: Way, homeUrl: string, doings: readonly Doing[]): Text {
  const steps = doings.map(({ title, text, lines = [], fields = [], vendors = [] }, n) =>
    [
      `${n + 1}. ${title}`,
      text,
      ...lines,
      ...fields.map(([name, value]) => `${name}: ${value}`),
      ...vendors.flatMap((vendor) => [`${vendor.name}:`, ...vendor.lines]),
    ]
      .filter(Boolean)
      .join('\n   '),
  );
  return {
    subject: sprintf(
      /* translators: %s: address of a site. */
      __('Please start the answer service of %s', 'itih-rag-chat'),
      homeUrl,
    ),
    body: [
      sprintf(
        /* translators: 1: address of a site. 2: where it runs, such as "My own server, with WP-CLI". */
        __('The chat of %1$s needs its answer service (%2$s):', 'itih-rag-chat'),
        homeUrl,
        wayNames()[way].title,
      ),
      ...steps,
    ].join('\n\n'),
  };
}

/** A mail that the owner sends with a program of their own, or copies. */
export function Letter({ subject, body }: Text) {
  const [copied, setCopied] = useState(false);
  // Browsers offer the clipboard only on secure pages.
  const clipboard = (navigator as Partial<Navigator>).clipboard;
  async function copy() {
    await clipboard?.writeText(body);
    setCopied(true);
  }
  // https://www.rfc-editor.org/rfc/rfc6068#section-5 has line breaks as %0D%0A.
  const mail = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`;
  return (
    <div className="itih-letter">
      <TextareaControl
        label={__('The mail', 'itih-rag-chat')}
        rows={12}
        readOnly
        value={body}
        onChange={() => undefined}
      />
      <div className="itih-actions">
        <Button variant="secondary" href={mail}>
          {__('Open in my mail program', 'itih-rag-chat')}
        </Button>
        {clipboard && (
          <Button variant="tertiary" onClick={() => void copy()}>
            {copied ? __('Copied', 'itih-rag-chat') : __('Copy', 'itih-rag-chat')}
          </Button>
        )}
      </div>
    </div>
  );
}
