import { __, _n, sprintf } from '@wordpress/i18n';
import type { LeftOut, ReadingReply } from '../../server/contract/knowledge.ts';
import { api } from '../api.ts';
import { Section } from '../components/section.tsx';
import { SourceLink } from '../components/source-link.tsx';
import { formatNumber } from '../format.ts';
import { usePolling } from '../use-polling.ts';
import { useResource } from '../use-resource.ts';
import { ChunkList } from './chunk-list.tsx';
import { ReadingStateView } from './reading-state.tsx';
import { TextView } from './text-view.tsx';
import { Notice } from '../components/controls.tsx';

const pollMs = 2000;

function leftOutText(what: LeftOut, count: number): string {
  const number = formatNumber(count);
  switch (what) {
    case 'images':
      return sprintf(
        /* translators: %s: a number. */
        _n(
          '%s picture without description',
          '%s pictures without description',
          count,
          'itih-rag-chat',
        ),
        number,
      );
    case 'media':
      /* translators: %s: a number. */
      return sprintf(
        _n('%s video or sound', '%s videos or sounds', count, 'itih-rag-chat'),
        number,
      );
    case 'embeds':
      /* translators: %s: a number. */
      return sprintf(_n('%s embedded page', '%s embedded pages', count, 'itih-rag-chat'), number);
    case 'forms':
      /* translators: %s: a number. */
      return sprintf(_n('%s form', '%s forms', count, 'itih-rag-chat'), number);
    case 'navigation':
      /* translators: %s: a number. */
      return sprintf(_n('%s menu', '%s menus', count, 'itih-rag-chat'), number);
    default:
      return what satisfies never;
  }
}

const LeftOutList = ({ parts }: { parts: ReadingReply['left_out'] }) =>
  parts.length > 0 && (
    <>
      <h3>{__('Left out', 'itih-rag-chat')}</h3>
      <ul className="itih-list">
        {parts.map(({ what, count }) => (
          <li key={what}>{leftOutText(what, count)}</li>
        ))}
      </ul>
    </>
  );

function Reading({ reading }: { reading: ReadingReply }) {
  const { blocks, chunks, error, left_out, shortened } = reading;
  return (
    <>
      <Section id="text" title={__('Text', 'itih-rag-chat')}>
        {error && <Notice status="error">{error.message}</Notice>}
        {shortened && (
          <p className="itih-hint">
            {__('This is the beginning of a long text. All of it is read.', 'itih-rag-chat')}
          </p>
        )}
        <TextView blocks={blocks} />
        <LeftOutList parts={left_out} />
      </Section>
      {chunks.length > 0 && (
        <Section id="chunks" title={__('Chunks of text', 'itih-rag-chat')}>
          <ChunkList chunks={chunks} />
        </Section>
      )}
    </>
  );
}

/** One post as the chat reads it at this moment, whether or not it uses it. */
export function ReadingView({ id }: { id: number }) {
  const { data, error, reload } = useResource((signal) => api.getReading(id, signal), [id]);
  usePolling(reload, data?.state === 'waiting' ? pollMs : null);
  const post = data?.post;
  return (
    <>
      <Section
        id="reading"
        title={
          post?.title ||
          sprintf(/* translators: %s: a number. */ __('Post %s', 'itih-rag-chat'), String(id))
        }
        of={{ data, error, reload }}
        lines={6}
      >
        {post && (
          <p>
            <SourceLink url={post.url} />
          </p>
        )}
        {data && <ReadingStateView id={id} reading={data} onChanged={reload} />}
      </Section>
      {data?.post && <Reading reading={data} />}
    </>
  );
}
