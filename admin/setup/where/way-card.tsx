import { ExternalLink } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import { Button, Command, Notice, TextControl } from '../../components/controls.tsx';
import { Section } from '../../components/section.tsx';
import type { Site, Way } from '../../site.ts';
import { ConnectForm } from './connect-form.tsx';
import { Letter, letterToHost, letterWithLines } from './letter.tsx';
import { type Doing, doings, needsProgram } from './lines.ts';
import { repliesOf } from './replies.ts';
import { wayNames } from './ways.ts';

const Lines = ({ lines = [] }: { lines?: string[] | undefined }) =>
  lines.map((line) => <Command key={line} text={line} />);

/** Which lines and links belong to which vendor. */
const Vendors = ({ vendors = [] }: Pick<Doing, 'vendors'>) =>
  vendors.map(({ name, text, lines, link }) => (
    <details key={name} className="itih-fold">
      <summary>{name}</summary>
      {text && <p>{text}</p>}
      <Lines lines={lines} />
      {link && (
        <ExternalLink href={link}>
          {sprintf(
            /* translators: %s: name of a cloud host. */
            __('Start it at %s', 'itih-rag-chat'),
            name,
          )}
        </ExternalLink>
      )}
    </details>
  ));

const Fields = ({ fields = [] }: Pick<Doing, 'fields'>) =>
  fields.map(([name, value]) => (
    <div key={name}>
      <span className="itih-hint">{name}</span>
      <Command text={value} />
    </div>
  ));

/** Words that the command may say instead, folded until they are needed. */
function Replies({ way, place }: { way: Way; place: Site['place'] }) {
  const replies = repliesOf(way, place);
  if (replies.length === 0) return null;
  return (
    <details className="itih-fold">
      <summary>{__('It says something else', 'itih-rag-chat')}</summary>
      <dl className="itih-replies">
        {replies.map(({ said, help, line, link }) => (
          <div key={said}>
            <dt dir="auto">{said}</dt>
            <dd>
              {help} {link && <ExternalLink href={link}>{new URL(link).host}</ExternalLink>}
              {line && <Command text={line} />}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

interface Props {
  way: Way;
  site: Site;
  onStored: (address: string) => void;
  /** Looks whether the service answers. */
  children: ReactNode;
}

const isWeb = (text: string) => /^https?:$/.test(URL.parse(text.trim())?.protocol ?? '');

/** The address that a way begins with. */
function usualAddress(way: Way, { sidecarUrl, place }: Site): string {
  if (!/^http:\/\/127\.0\.0\.1(:|$)/.test(sidecarUrl)) return sidecarUrl;
  if (way !== 'docker') return '';
  return place.found === 'docker' ? 'http://itih:8790' : sidecarUrl;
}

/** Says what to do on one way, step by step, and lets it be handed on. */
export function WayCard({ way, site, onStored, children }: Props) {
  const { place, homeUrl } = site;
  const [address, setAddress] = useState(usualAddress(way, site));
  const [code, setCode] = useState('');
  const [writing, setWriting] = useState(false);
  const { title, time } = wayNames()[way];
  const known = { site, address: isWeb(address) ? address.trim().replace(/\/$/, '') : '', code };
  const isMissing = needsProgram(way) && place.folder === '' && way !== 'unknown';
  const isForbidden = !place.mayConnect && ['panel', 'docker', 'cloud'].includes(way);

  const form = (asks: NonNullable<Doing['form']>) =>
    isForbidden ? (
      <Notice status="info">
        {__(
          'In a network of sites only super admins may connect the answer service. Please ask one.',
          'itih-rag-chat',
        )}
      </Notice>
    ) : (
      <ConnectForm {...{ asks, address, onStored }} onAddress={setAddress} onCode={setCode} />
    );

  return (
    <Section id="way" title={title} aside={time && <span className="itih-hint">{time}</span>}>
      {isMissing && (
        <Notice status="warning">
          {__(
            'This copy of the plugin came without the answer service. Install the archive itih-rag-chat.zip of a release, which has it, or let it run elsewhere.',
            'itih-rag-chat',
          )}
        </Notice>
      )}
      {way === 'elsewhere' && (
        <TextControl
          name="address"
          label={__('Address that the service shall have', 'itih-rag-chat')}
          help={__('The lines below follow it.', 'itih-rag-chat')}
          type="url"
          dir="ltr"
          placeholder="https://chat.example.com"
          value={address}
          onChange={setAddress}
        />
      )}
      {way === 'unknown' && <Letter {...letterToHost(site)} />}
      {!isMissing && (
        <ol className="itih-doings">
          {doings(way, known).map(({ title: what, text, lines, fields, vendors, form: asks }) => (
            <li key={what}>
              <h3>{what}</h3>
              {text && <p>{text}</p>}
              <Lines lines={lines} />
              {fields && <Fields fields={fields} />}
              {vendors && <Vendors vendors={vendors} />}
              {asks && form(asks)}
            </li>
          ))}
        </ol>
      )}
      {children}
      {!isMissing && <Replies way={way} place={place} />}
      {way !== 'unknown' && !isMissing && (
        <div className="itih-actions">
          <Button variant="secondary" aria-expanded={writing} onClick={() => setWriting(!writing)}>
            {__('Send these lines to somebody', 'itih-rag-chat')}
          </Button>
          {(way === 'cli' || way === 'node') && (
            <span className="itih-hint">
              {__('To take it away again: the same line with “uninstall”.', 'itih-rag-chat')}
            </span>
          )}
        </div>
      )}
      {writing && (
        <Letter {...letterWithLines(way, homeUrl, doings(way, { ...known, code: '' }))} />
      )}
    </Section>
  );
}
