import { __, _n, sprintf } from '@wordpress/i18n';
import type { StatusReply } from '../../server/contract/admin.ts';
import type { Figures } from '../../server/contract/figures.ts';
import type { Trouble } from '../../server/contract/trouble.ts';
import { api } from '../api.ts';
import { Button } from '../components/controls.tsx';
import { Section } from '../components/section.tsx';
import { formatNumber, formatPercent } from '../format.ts';
import { modelName, providerLabel } from '../labels.ts';
import { chatsUrl, gapsUrl, knowledgeUrl, settingsUrl } from '../page.ts';
import type { Site } from '../site.ts';
import { useResource } from '../use-resource.ts';

/** Visitors who waited, from which on the owner should hear of it: now and then two ask at one time. */
const manyWaited = 10;

const times = (count: number) =>
  /* translators: %s: a number. */
  sprintf(_n('%s time today', '%s times today', count, 'itih-rag-chat'), formatNumber(count));

type Reason = Trouble['turned_away'][number]['reason'];

/** Why visitors were turned away, and the remedy; the other reasons are limits that hold as the owner has set them. */
const refusals: Partial<Record<Reason, () => string>> = {
  relayed: () =>
    __(
      'no PHP worker was free to pass their answers on. Lead the chat past PHP (Site Health says how), let more workers wait (“Through WordPress”), or give PHP more of them.',
      'itih-rag-chat',
    ),
  total: () =>
    __(
      'as many answers were being written as the limit “In all” allows. Raise it if the server has room.',
      'itih-rag-chat',
    ),
  starting: () =>
    __(
      'the processor of the answer service was busy for too long. Give it a faster one, or start a second answer service.',
      'itih-rag-chat',
    ),
  address: () =>
    __(
      'many asked at one address, as in a company or a school. Raise the limit “For one address”.',
      'itih-rag-chat',
    ),
};

function refusalItems({ turned_away }: Trouble): Item[] {
  return turned_away.flatMap(({ reason, count }) => {
    const why = refusals[reason]?.();
    if (why === undefined) return [];
    return {
      text: sprintf(
        /* translators: 1: such as "12 times today". 2: the reason and what to do, a sentence that goes on. */
        __('Visitors were turned away %1$s: %2$s', 'itih-rag-chat'),
        times(count),
        why,
      ),
      ...(reason !== 'starting' && {
        link: { href: settingsUrl('advanced'), text: __('Change the limits', 'itih-rag-chat') },
      }),
    };
  });
}

type Failure = Trouble['failures'][number]['failure'];

/** By kind: what failed, with places for who and how often, and the remedy. */
const failures = {
  key: () => [
    /* translators: 1: name of a vendor. 2: such as "12 times today". */
    __('%1$s refused the key %2$s.', 'itih-rag-chat'),
    __('Check the key.', 'itih-rag-chat'),
  ],
  credit: () => [
    /* translators: 1: name of a vendor. 2: such as "12 times today". */
    __('%1$s said %2$s that the account has no credit left.', 'itih-rag-chat'),
    __('Add credit at the vendor.', 'itih-rag-chat'),
  ],
  limit: () => [
    /* translators: 1: name of a vendor. 2: such as "12 times today". */
    __('%1$s refused questions %2$s because there were too many.', 'itih-rag-chat'),
    __('Ask the vendor for a higher limit of requests.', 'itih-rag-chat'),
  ],
  model: () => [
    /* translators: 1: name of a vendor. 2: such as "12 times today". */
    __('%1$s did not know the model or the address %2$s.', 'itih-rag-chat'),
    __('Choose another model, or correct the address.', 'itih-rag-chat'),
  ],
  request: () => [
    /* translators: 1: name of a vendor. 2: such as "12 times today". */
    __('%1$s refused a request %2$s.', 'itih-rag-chat'),
    __('The log of the answer service says why.', 'itih-rag-chat'),
  ],
  late: () => [
    /* translators: 1: name of a vendor. 2: such as "12 times today". */
    __('%1$s did not answer in time %2$s.', 'itih-rag-chat'),
    __('Choose a faster model if it goes on.', 'itih-rag-chat'),
  ],
  down: () => [
    /* translators: 1: name of a vendor. 2: such as "12 times today". */
    __('%1$s could not be reached, or failed, %2$s.', 'itih-rag-chat'),
    __('Look at the status page of the vendor, or start your own server.', 'itih-rag-chat'),
  ],
  reply: () => [
    /* translators: 1: name of a vendor. 2: such as "12 times today". */
    __('%1$s gave no answer that can be used %2$s.', 'itih-rag-chat'),
    __('Choose another model if it goes on.', 'itih-rag-chat'),
  ],
  setup: () => [
    /* translators: 1: name of a vendor. 2: such as "12 times today". */
    __('%1$s could not be asked %2$s: its settings are not complete.', 'itih-rag-chat'),
    __('Complete them.', 'itih-rag-chat'),
  ],
} satisfies Record<Failure, () => readonly [says: string, remedy: string]>;

function standsIn({ stood_in: { builtin, other } }: Trouble): string {
  if (builtin > 0) return __('The built-in answers stand in.', 'itih-rag-chat');
  return other > 0 ? __('Another model stands in.', 'itih-rag-chat') : '';
}

function failureItems(trouble: Trouble): Item[] {
  return trouble.failures.flatMap(({ provider, failure, count }) => {
    // A newer sidecar may know more kinds.
    const known = (failures as Partial<typeof failures>)[failure];
    if (!known) return [];
    const [says, remedy] = known();
    const said = sprintf(says, providerLabel(provider), times(count));
    return {
      text: [said, standsIn(trouble), remedy].filter(Boolean).join(' '),
      link: { href: settingsUrl('models'), text: __('Check the model', 'itih-rag-chat') },
    };
  });
}

/** Tells which vendors failed today and which visitors were turned away, with the remedy. */
const troubleItems = (trouble: Trouble | undefined): Item[] =>
  trouble ? [...failureItems(trouble), ...refusalItems(trouble)] : [];

/** Tells that many waited for their turn. */
function waitItems({ waited }: { waited: number } = { waited: 0 }): Item[] {
  if (waited < manyWaited) return [];
  const waits = {
    text: sprintf(
      /* translators: %s: such as "12 times today". */
      __('Visitors waited for their turn %s, and were answered then.', 'itih-rag-chat'),
      times(waited),
    ),
  };
  return [waits];
}

/** A share of a budget that its owner should hear of before it is used up. */
const nearlyUsed = 0.8;

interface Item {
  text: string;
  /** Where it is seen to; absent: the text says what to do, or the reader may not. */
  link?: { href: string; text: string } | undefined;
  /** Shown below: the questions that are meant. */
  detail?: 'questions';
}

/** Whether a version is below another one; what follows the numbers is not compared. */
export function isOlder(version: string, than: string): boolean {
  const [mine, other] = [version, than].map((text) => text.split('.').map(Number.parseFloat));
  const at = (other ?? []).findIndex((part, index) => part !== mine?.[index]);
  return at >= 0 && (mine?.[at] ?? 0) < (other?.[at] ?? 0);
}

const budgetText = (name: 'day' | 'month', share: number) =>
  share >= 1
    ? name === 'day'
      ? __("Today's budget of tokens is used up.", 'itih-rag-chat')
      : __("This month's budget of tokens is used up.", 'itih-rag-chat')
    : sprintf(
        name === 'day'
          ? /* translators: %s: a percentage. */
            __("%s of today's budget of tokens is used.", 'itih-rag-chat')
          : /* translators: %s: a percentage. */
            __("%s of this month's budget of tokens is used.", 'itih-rag-chat'),
        formatPercent(share),
      );

function budgetItems({ budget }: Figures): Item[] {
  return (['day', 'month'] as const).flatMap((name) => {
    const { used, limit } = budget[name];
    const share = limit > 0 ? used / limit : 0;
    return share < nearlyUsed
      ? []
      : {
          text: budgetText(name, share),
          link: { href: settingsUrl('limits'), text: __('Change the budget', 'itih-rag-chat') },
        };
  });
}

function countedItems({ attention }: Figures): Item[] {
  const { failed_documents, unread_down, open_gaps } = attention;
  return [
    unread_down > 0 && {
      text: sprintf(
        /* translators: %s: number of answers. */
        _n(
          '%s answer was newly rated not helpful.',
          '%s answers were newly rated not helpful.',
          unread_down,
          'itih-rag-chat',
        ),
        formatNumber(unread_down),
      ),
      link: {
        href: chatsUrl({ feedback: 'down' }),
        text: __('Read the conversations', 'itih-rag-chat'),
      },
    },
    open_gaps > 0 && {
      text: sprintf(
        /* translators: %s: number of questions. */
        _n(
          '%s question was not answered well.',
          '%s questions were not answered well.',
          open_gaps,
          'itih-rag-chat',
        ),
        formatNumber(open_gaps),
      ),
      link: { href: gapsUrl(), text: __('See all', 'itih-rag-chat') },
      detail: 'questions' as const,
    },
    failed_documents > 0 && {
      text: sprintf(
        /* translators: %s: number of documents. */
        _n(
          '%s document could not be read.',
          '%s documents could not be read.',
          failed_documents,
          'itih-rag-chat',
        ),
        formatNumber(failed_documents),
      ),
      link: {
        href: knowledgeUrl({ status: 'failed' }),
        text: __('Show why', 'itih-rag-chat'),
      },
    },
  ].filter((item) => typeof item === 'object');
}

const accessText = {
  closed: () =>
    __(
      'The site shows its pages only to visitors who are logged in, so the chat answers nobody else.',
      'itih-rag-chat',
    ),
  unreachable: (reason: string) =>
    sprintf(
      /* translators: %s: a reason. */
      __(
        'The chat cannot look at the pages as a guest, so it tells everything that is published: %s',
        'itih-rag-chat',
      ),
      reason,
    ),
};

/** Tells what guests get of the site, where it is not the whole site. */
function guestItems({ guests }: StatusReply): Item[] {
  const { access, reason = '', stopped = null } = guests ?? {};
  const says = access === 'closed' || access === 'unreachable' ? accessText[access](reason) : '';
  return [
    ...(says ? [{ text: says }] : []),
    ...(stopped
      ? [
          {
            text: sprintf(
              /* translators: 1: number of pages. 2: number of pages. */
              __(
                '%1$s of %2$s pages are suddenly not shown to guests. They are still told: look whether a firewall refuses the chat. If they are meant to be closed, choose “Read again” for all documents.',
                'itih-rag-chat',
              ),
              formatNumber(stopped.turned),
              formatNumber(stopped.looks),
            ),
            link: { href: knowledgeUrl({}), text: __('See what it has read', 'itih-rag-chat') },
          },
        ]
      : []),
  ];
}

/** Tells of an embedder whose vectors are no longer those of the index. */
function embedderItems({ index: { replaced, embedder } }: StatusReply): Item[] {
  if (!replaced) return [];
  const text = sprintf(
    /* translators: 1: name of a model. 2: a number. 3: a number. */
    __(
      'Another model answers under the name %1$s: it has %2$s dimensions, and had %3$s. Pages are found by their words alone until everything is read anew, or the former model is back.',
      'itih-rag-chat',
    ),
    modelName(embedder),
    formatNumber(replaced.now),
    formatNumber(replaced.before),
  );
  return [
    {
      text,
      link: { href: settingsUrl('embeddings'), text: __('Show it', 'itih-rag-chat') },
    },
  ];
}

/** Tells of models that visitors would wait for in vain. */
const lateItems = ({ late_models: late = [] }: StatusReply): Item[] =>
  late.map((model) => ({
    text: sprintf(
      /* translators: %s: name of a model. */
      __(
        '%s did not begin to answer in time, twice in a row. For some minutes it is not asked, and the model in reserve or the built-in one answers. See whether its server is busy, or too slow for this model.',
        'itih-rag-chat',
      ),
      modelName(model),
    ),
    link: { href: settingsUrl('models'), text: __('Check the model', 'itih-rag-chat') },
  }));

const versionItem = (sidecar: string, plugin: string): Item => ({
  text: sprintf(
    /* translators: 1: version of the sidecar. 2: version of the plugin. */
    __(
      'The answer service is older than the plugin: %1$s, not %2$s. Start the one that came with the plugin.',
      'itih-rag-chat',
    ),
    sidecar,
    plugin,
  ),
});

const nothingIndexed = (): Item => ({
  text: __('Nothing is read yet: the chat has nothing to answer from.', 'itih-rag-chat'),
  link: { href: knowledgeUrl(), text: __('See what it has read', 'itih-rag-chat') },
});

interface Props {
  figures: Figures | undefined;
  status: StatusReply | undefined;
  /** Nothing can be found. */
  empty: boolean;
  site: Site;
}

/** Pages that only those can open who may change settings. */
const isForManagers = ({ href }: { href: string }) => !/-chats|-gaps/.test(href);

/** Open questions that are named; the others are on their own screen. */
const named = 3;

const mostAsked = (signal: AbortSignal) =>
  api.getGaps({ state: 'open', orderby: 'count', per_page: named }, signal);

/** The unanswered questions that were asked most often, each with the way to its answer. */
function OpenQuestions({ canManage }: { canManage: boolean }) {
  const { data } = useResource(mostAsked);
  if (!data) return null;
  return (
    <ul className="itih-attention__questions">
      {data.body.map(({ id, question, count }) => (
        <li key={id}>
          <bdi>{question}</bdi>
          <span className="itih-hint">
            {sprintf(
              /* translators: %s: how often a question was asked. */
              _n('asked once', 'asked %s times', count, 'itih-rag-chat'),
              formatNumber(count),
            )}
          </span>
          <a
            href={gapsUrl({ gap: String(id), ...(canManage && { do: 'answer' }) })}
            aria-label={
              canManage
                ? /* translators: %s: a question. */
                  sprintf(__('Write the answer: %s', 'itih-rag-chat'), question)
                : undefined
            }
          >
            {canManage ? __('Write the answer', 'itih-rag-chat') : __('Show', 'itih-rag-chat')}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Returns what needs the owner, the most important first: who gets no answer, then wrong ones, then what is missing. */
function itemsOf({ figures, status, empty, site }: Props): Item[] {
  return [
    ...troubleItems(status?.today),
    ...(status ? lateItems(status) : []),
    ...(figures ? budgetItems(figures) : []),
    ...(empty ? [nothingIndexed()] : []),
    ...(status ? [...guestItems(status), ...embedderItems(status)] : []),
    ...(figures ? countedItems(figures) : []),
    ...waitItems(status?.today),
    ...(status && isOlder(status.version, site.version)
      ? [versionItem(status.version, site.version)]
      : []),
  ];
}

/** Lists what needs the owner first; nothing if all is well. */
export function Attention(props: Props) {
  const { site } = props;
  const items = itemsOf(props);
  if (items.length === 0) return null;
  return (
    <Section
      id="attention"
      title={__('Needs you', 'itih-rag-chat')}
      aside={
        items.length > 1 && (
          <span className="itih-hint">
            {sprintf(
              /* translators: %s: a number, 2 or more. */
              __('%s things, the most important first', 'itih-rag-chat'),
              formatNumber(items.length),
            )}
          </span>
        )
      }
    >
      <ul className="itih-attention">
        {items.map(({ text, link, detail }, index) => (
          <li key={text}>
            <span>{text}</span>
            {link && (site.canManage || !isForManagers(link)) && (
              <Button variant={index === 0 ? 'primary' : 'secondary'} href={link.href}>
                {link.text}
              </Button>
            )}
            {detail === 'questions' && <OpenQuestions canManage={site.canManage} />}
          </li>
        ))}
      </ul>
    </Section>
  );
}
