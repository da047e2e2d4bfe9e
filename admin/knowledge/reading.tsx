import { useEffect, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type {
  LeftOut,
  ReadingReply,
  ReadingState,
  TextBlock,
} from '../../server/contract/knowledge.ts';
import { api } from '../api.ts';
import { SourceLink } from '../components/answer.tsx';
import { Button, ErrorNotice, Notice, TextControl } from '../components/controls.tsx';
import { Badge } from '../components/facts.tsx';
import type { Tone } from '../labels.ts';
import { Section, Skeleton } from '../components/section.tsx';
import { QueryLink } from '../components/tabs.tsx';
import { formatNumber } from '../format.ts';
import { editUrl, knowledgeUrl, type QueryChanges, settingsUrl } from '../page.ts';
import { useAction, usePolling, useResource, useSettledResource } from '../use-resource.ts';
import { ChunkList } from './document-view.tsx';

/** Blocks of one kind that follow each other: the items of a list, the rows of a table. */
interface Group {
  kind: TextBlock['kind'];
  blocks: TextBlock[];
}

export function groupsOf(blocks: readonly TextBlock[]): Group[] {
  const groups: Group[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    const joins = block.kind === 'item' || block.kind === 'row';
    if (joins && last?.kind === block.kind) last.blocks.push(block);
    else groups.push({ kind: block.kind, blocks: [block] });
  }
  return groups;
}

/** Returns the cells of a row that reads `Ticket: Adults; Price: 12 €`, by their names; null for another row. */
function cellsOf({ text }: TextBlock): [name: string, value: string][] | null {
  const cells = text.split('; ').map((cell): [string, string] => {
    const at = cell.indexOf(': ');
    return at > 0 ? [cell.slice(0, at), cell.slice(at + 2)] : ['', cell];
  });
  return cells.every(([name]) => name !== '') ? cells : null;
}

/** A table as far as its rows tell its columns; otherwise one row a line. */
function Rows({ blocks }: { blocks: readonly TextBlock[] }) {
  const rows = blocks.map(cellsOf);
  const names = rows[0]?.map(([name]) => name);
  const isTable = rows.every(
    (cells) => cells !== null && cells.map(([name]) => name).join('\n') === names?.join('\n'),
  );
  if (!names || !isTable) {
    return blocks.map(({ text }, row) => (
      <p key={row} dir="auto">
        {text}
      </p>
    ));
  }
  return (
    <div className="itih-text__table" tabIndex={0} role="region" aria-label={names.join(', ')}>
      <table>
        <thead>
          <tr>
            {names.map((name, column) => (
              <th key={column} scope="col" dir="auto">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells?.map(([, value], column) => (
                <td key={column} dir="auto">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Headings of the text stand below those of the screen, without a gap between the levels. */
function Heading({ text, level }: { text: string; level: number }) {
  const Tag = `h${level}` as 'h3';
  return <Tag dir="auto">{text}</Tag>;
}

const content: Record<TextBlock['kind'], (props: Group & { level: number }) => ReactNode> = {
  heading: ({ blocks, level }) =>
    blocks.map(({ text }, key) => <Heading key={key} text={text} level={level} />),
  paragraph: ({ blocks }) =>
    blocks.map(({ text }, key) => (
      <p key={key} dir="auto">
        {text}
      </p>
    )),
  item: ({ blocks }) => (
    <ul>
      {blocks.map(({ text }, key) => (
        <li key={key} dir="auto">
          {text}
        </li>
      ))}
    </ul>
  ),
  row: ({ blocks }) => <Rows blocks={blocks} />,
  code: ({ blocks }) => (
    <pre dir="ltr" tabIndex={0}>
      {blocks.map(({ text }) => text).join('\n')}
    </pre>
  ),
};

/** Levels of the headings on the screen, which begin below its own and skip none. */
function levelsOf(groups: readonly Group[]): number[] {
  const open: number[] = [];
  return groups.map(({ kind, blocks: [first] }) => {
    if (kind !== 'heading') return 0;
    const level = first?.level ?? 2;
    while ((open.at(-1) ?? 0) >= level) open.pop();
    open.push(level);
    return Math.min(6, open.length + 2);
  });
}

/** A text as it was read: headings, paragraphs, lists and tables, without the look of its page. */
function TextView({ blocks }: { blocks: readonly TextBlock[] }) {
  const groups = groupsOf(blocks);
  const levels = levelsOf(groups);
  return (
    <div className="itih-text">
      {groups.map((group, index) => {
        const Content = content[group.kind];
        return <Content key={index} {...group} level={levels[index] ?? 0} />;
      })}
    </div>
  );
}

const tones: Partial<Record<ReadingState, Tone>> = {
  read: 'good',
  failed: 'bad',
  waiting: 'warning',
};

const texts = (): Record<ReadingState, [badge: string, sentence: string]> => ({
  read: [__('In use', 'itih-rag-chat'), __('The chat answers from this text.', 'itih-rag-chat')],
  waiting: [
    __('Waiting', 'itih-rag-chat'),
    __('The present text will be read in a moment.', 'itih-rag-chat'),
  ],
  failed: [
    __('Failed', 'itih-rag-chat'),
    __('It could not be read the last time. Below is how it reads now.', 'itih-rag-chat'),
  ],
  not_read: [
    __('Not read yet', 'itih-rag-chat'),
    __('The chat may use it, but has not read it so far.', 'itih-rag-chat'),
  ],
  excluded: [
    __('Excluded', 'itih-rag-chat'),
    __('You have excluded it: the chat does not answer from it.', 'itih-rag-chat'),
  ],
  type_not_chosen: [
    __('Not chosen', 'itih-rag-chat'),
    __('Posts of its type are not read.', 'itih-rag-chat'),
  ],
  filtered: [
    __('Kept out', 'itih-rag-chat'),
    __('A plugin or the theme keeps it out with the filter itih_post_is_public.', 'itih-rag-chat'),
  ],
  not_public: [
    __('Not public', 'itih-rag-chat'),
    __(
      'It is a draft, private, protected by a password, or gone. The chat reads only what every visitor can see.',
      'itih-rag-chat',
    ),
  ],
});

interface ReadingStateProps {
  id: number;
  reading: ReadingReply;
  /** Something was done about it. */
  onChanged: () => Promise<unknown>;
}

interface Step {
  label: string;
  act: () => Promise<unknown>;
}

/** The step that changes the state, where there is one. */
function stepOf(state: ReadingState, id: number): Step | undefined {
  const queue = () => api.indexPosts({ ids: [id] });
  async function letIn() {
    const { indexing } = await api.getSettings();
    const exclude_ids = indexing.exclude_ids.filter((other) => other !== id);
    await api.saveSettings({ indexing: { exclude_ids } });
    await queue();
  }
  const steps: Partial<Record<ReadingState, Step>> = {
    not_read: { label: __('Read it now', 'itih-rag-chat'), act: queue },
    failed: { label: __('Read again', 'itih-rag-chat'), act: queue },
    excluded: { label: __('Let the chat use it', 'itih-rag-chat'), act: letIn },
  };
  return steps[state];
}

/** Whether the chat uses the post, why not, and the step that changes it. */
function ReadingStateView({ id, reading: { state, document }, onChanged }: ReadingStateProps) {
  const { busy, error, run } = useAction();
  const [badge, sentence] = texts()[state];
  const step = stepOf(state, id);

  const take = ({ act }: Step) =>
    run(async () => {
      await act();
      await onChanged();
    });

  return (
    <>
      <p role="status">
        <Badge tone={tones[state] ?? 'neutral'} text={badge} /> {sentence}
      </p>
      {error && <ErrorNotice error={error} />}
      <div className="itih-actions">
        {step && (
          <Button variant="primary" isBusy={busy} onClick={() => void take(step)}>
            {step.label}
          </Button>
        )}
        {state === 'type_not_chosen' && (
          <Button variant="secondary" href={settingsUrl('indexing')}>
            {__('Choose the types that are read', 'itih-rag-chat')}
          </Button>
        )}
        {document && (
          <Button variant="secondary" href={knowledgeUrl({ document: String(document.id) })}>
            {__('Open its document', 'itih-rag-chat')}
          </Button>
        )}
        <Button variant="secondary" href={editUrl(id)}>
          {__('Edit in WordPress', 'itih-rag-chat')}
        </Button>
      </div>
    </>
  );
}

const pollMs = 2000;

/** Returns what is left out, with a place for the number. */
function leftOutText(what: LeftOut, count: number) {
  switch (what) {
    case 'images':
      /* translators: %s: a number. */
      return _n(
        '%s picture without description',
        '%s pictures without description',
        count,
        'itih-rag-chat',
      );
    case 'media':
      /* translators: %s: a number. */
      return _n('%s video or sound', '%s videos or sounds', count, 'itih-rag-chat');
    case 'embeds':
      /* translators: %s: a number. */
      return _n('%s page shown within it', '%s pages shown within it', count, 'itih-rag-chat');
    case 'forms':
      /* translators: %s: a number. */
      return _n('%s form', '%s forms', count, 'itih-rag-chat');
    case 'navigation':
      /* translators: %s: a number. */
      return _n('%s menu', '%s menus', count, 'itih-rag-chat');
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
          <li key={what}>{sprintf(leftOutText(what, count), formatNumber(count))}</li>
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
        <Section id="chunks" title={__('Passages', 'itih-rag-chat')}>
          <ChunkList chunks={chunks} />
        </Section>
      )}
    </>
  );
}

/** One post as the chat reads it at this moment, whether or not it uses it. */
function ReadingView({ id }: { id: number }) {
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

interface Props {
  query: URLSearchParams;
  /** The tab of the screen that it stands on. */
  tab?: string;
  onChange: (changes: QueryChanges) => void;
}

function Found({ text, onChoose }: { text: string; onChoose: (id: number) => void }) {
  const { data, last, error, reload } = useSettledResource(text.trim(), api.searchPosts);
  if (error) return <ErrorNotice error={error} onRetry={() => void reload()} />;
  if (!last) return <Skeleton lines={4} />;
  return (
    <div role="status" aria-busy={data === undefined}>
      {last.length === 0 && <p>{__('No published post has this title.', 'itih-rag-chat')}</p>}
      <ul className="itih-found">
        {last.map(({ id, title }) => (
          <li key={id}>
            <QueryLink changes={{ post: String(id) }} onFollow={() => onChoose(id)}>
              <bdi>{title || `#${id}`}</bdi>
            </QueryLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Chooses a post by its title and shows what the chat reads of it. */
export function ReadingTab({ query, tab = 'reading', onChange }: Props) {
  const id = Number(query.get('post')) || 0;
  const [text, setText] = useState('');
  useEffect(() => {
    // After another save it is shown anew, and the focus stays on the button.
    if (id > 0 && document.activeElement === document.body)
      document.getElementById('itih-reading-title')?.focus();
  }, [id]);

  if (id > 0) {
    return (
      <>
        <QueryLink className="itih-back" changes={{ tab, post: '' }} onFollow={onChange}>
          {__('Another post', 'itih-rag-chat')}
        </QueryLink>
        <ReadingView key={id} id={id} />
      </>
    );
  }
  return (
    <Section id="choose-post" title={__('What does the chat read of a post?', 'itih-rag-chat')}>
      <div className="itih-form">
        <TextControl
          type="search"
          name="post"
          label={__('Title', 'itih-rag-chat')}
          help={__(
            'Also of posts that have not been read, or that you have excluded.',
            'itih-rag-chat',
          )}
          value={text}
          onChange={setText}
          // It may stand in a form, which Enter would save.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </div>
      <Found text={text} onChoose={(post) => onChange({ post: String(post) })} />
    </Section>
  );
}
