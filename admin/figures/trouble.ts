import { __, _n, sprintf } from '@wordpress/i18n';
import type { Trouble } from '../../server/contract/trouble.ts';
import { formatNumber } from '../format.ts';
import { providerLabel } from '../labels.ts';
import { settingsUrl } from '../use-query.ts';
import type { Item } from './attention.tsx';

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
      'the processor of the sidecar was busy for too long. Give it a faster one, or start a second sidecar.',
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
        link: { href: settingsUrl('limits'), text: __('Change the limits', 'itih-rag-chat') },
      }),
    };
  });
}

type Failure = Trouble['failures'][number]['failure'];

type Told = (who: string, when: string) => readonly [says: string, remedy: string];
/** By kind: what failed and the remedy. */
const failures: Record<Failure, Told> = {
  key: (who, when) => [
    /* translators: 1: name of a vendor. 2: such as "12 times today". */
    sprintf(__('%1$s refused the key %2$s.', 'itih-rag-chat'), who, when),
    __('Check the key.', 'itih-rag-chat'),
  ],
  credit: (who, when) => [
    /* translators: 1: name of a vendor. 2: such as "12 times today". */
    sprintf(__('%1$s said %2$s that the account has no credit left.', 'itih-rag-chat'), who, when),
    __('Add credit at the vendor.', 'itih-rag-chat'),
  ],
  limit: (who, when) => [
    /* translators: 1: name of a vendor. 2: such as "12 times today". */
    sprintf(
      __('%1$s refused questions %2$s because there were too many.', 'itih-rag-chat'),
      who,
      when,
    ),
    __('Ask the vendor for a higher limit of requests.', 'itih-rag-chat'),
  ],
  model: (who, when) => [
    /* translators: 1: name of a vendor. 2: such as "12 times today". */
    sprintf(__('%1$s did not know the model or the address %2$s.', 'itih-rag-chat'), who, when),
    __('Choose another model, or correct the address.', 'itih-rag-chat'),
  ],
  request: (who, when) => [
    /* translators: 1: name of a vendor. 2: such as "12 times today". */
    sprintf(__('%1$s refused a request %2$s.', 'itih-rag-chat'), who, when),
    __('The log of the sidecar says why.', 'itih-rag-chat'),
  ],
  late: (who, when) => [
    /* translators: 1: name of a vendor. 2: such as "12 times today". */
    sprintf(__('%1$s did not answer in time %2$s.', 'itih-rag-chat'), who, when),
    __('Choose a faster model if it goes on.', 'itih-rag-chat'),
  ],
  down: (who, when) => [
    /* translators: 1: name of a vendor. 2: such as "12 times today". */
    sprintf(__('%1$s could not be reached, or failed, %2$s.', 'itih-rag-chat'), who, when),
    __('Look at the status page of the vendor, or start your own server.', 'itih-rag-chat'),
  ],
  reply: (who, when) => [
    /* translators: 1: name of a vendor. 2: such as "12 times today". */
    sprintf(__('%1$s gave no answer that can be used %2$s.', 'itih-rag-chat'), who, when),
    __('Choose another model if it goes on.', 'itih-rag-chat'),
  ],
  setup: (who, when) => [
    /* translators: 1: name of a vendor. 2: such as "12 times today". */
    sprintf(
      __('%1$s could not be asked %2$s: its settings are not complete.', 'itih-rag-chat'),
      who,
      when,
    ),
    __('Complete them.', 'itih-rag-chat'),
  ],
};

function standsIn({ stood_in: { builtin, other } }: Trouble): string {
  if (builtin > 0) return __('The built-in answers stand in.', 'itih-rag-chat');
  return other > 0 ? __('Another model stands in.', 'itih-rag-chat') : '';
}

function failureItems(trouble: Trouble): Item[] {
  return trouble.failures.flatMap(({ provider, failure, count }) => {
    // A newer sidecar may know more kinds.
    const known = (failures as Partial<typeof failures>)[failure];
    if (!known) return [];
    const [said, remedy] = known(providerLabel(provider), times(count));
    return {
      text: [said, standsIn(trouble), remedy].filter(Boolean).join(' '),
      link: { href: settingsUrl('models'), text: __('Open the models', 'itih-rag-chat') },
    };
  });
}

/** Tells which visitors of today were turned away or waited, and which vendors failed, with the remedy. */
export function troubleItems(trouble: Trouble | undefined): Item[] {
  if (!trouble) return [];
  const { waited } = trouble;
  const waits = {
    text: sprintf(
      /* translators: %s: such as "12 times today". */
      __('Visitors waited for their turn %s, and were answered then.', 'itih-rag-chat'),
      times(waited),
    ),
  };
  return [
    ...refusalItems(trouble),
    ...failureItems(trouble),
    ...(waited >= manyWaited ? [waits] : []),
  ];
}
