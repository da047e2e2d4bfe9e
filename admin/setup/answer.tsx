import { ExternalLink } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import type { AskReply } from '../../server/contract/chats.ts';

interface Place {
  key: string;
  title: string;
  url: string;
  text: string;
}

const Places = ({ title, places }: { title: string; places: Place[] }) => (
  <>
    <h3>{title}</h3>
    <ol className="itih-answer__sources">
      {places.map(({ key, title: name, url, text }) => (
        <li key={key}>
          {url ? (
            <ExternalLink href={url}>
              <bdi>{name}</bdi>
            </ExternalLink>
          ) : (
            <strong>
              <bdi>{name}</bdi>
            </strong>
          )}
          {text && <p dir="auto">{text}</p>}
        </li>
      ))}
    </ol>
  </>
);

/** An answer as visitors get it, with the passages behind it. */
export function Answer({ reply }: { reply: AskReply }) {
  const { citations, closest = [] } = reply;
  return (
    <div className="itih-answer">
      <p className="itih-answer__text" dir="auto">
        {reply.reply}
      </p>
      {citations.length > 0 && (
        <Places
          title={__('Sources', 'itih-rag-chat')}
          places={citations.map(({ n, title, url, passage_url, excerpt }) => ({
            key: String(n),
            title,
            url: passage_url ?? url,
            text: excerpt,
          }))}
        />
      )}
      {closest.length > 0 && (
        <Places
          title={__('Closest pages', 'itih-rag-chat')}
          places={closest.map(({ title, url, passage }, index) => ({
            key: String(index),
            title,
            url,
            text: passage,
          }))}
        />
      )}
    </div>
  );
}
