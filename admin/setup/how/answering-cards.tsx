import { __, sprintf } from '@wordpress/i18n';
import { formatPrice } from '../../format.ts';

/** Source of the answers: the site's own pages, a model of a vendor, or the AI that WordPress has. */
export type Answering = 'quote' | 'ai' | 'wordpress';

interface Card {
  title: string;
  text: string;
  facts: string[];
  /** An answer of this kind to the same question. */
  example: string;
}

const written = () =>
  __('Three working days. Before a holiday it can take a week. [1] [2]', 'itih-rag-chat');

const cards = (price: number | null, ownAi: string): Partial<Record<Answering, Card>> => ({
  quote: {
    title: __('Quote my pages', 'itih-rag-chat'),
    text: __(
      'The sentence of your page that answers, word for word, with a link to the place.',
      'itih-rag-chat',
    ),
    facts: [
      __('Free, no account, no key', 'itih-rag-chat'),
      __('Nothing leaves your server', 'itih-rag-chat'),
      __('Cannot invent anything', 'itih-rag-chat'),
    ],
    example: __('Delivery says: “Parcels take three working days.”', 'itih-rag-chat'),
  },
  ai: {
    title: __('An AI writes', 'itih-rag-chat'),
    text: __(
      'Whole sentences from several of your pages, in the visitor’s language, with numbered sources.',
      'itih-rag-chat',
    ),
    facts: [
      price === null
        ? __('Paid to a vendor of your choice', 'itih-rag-chat')
        : sprintf(
            /* translators: %s: an amount of money, such as "$0.12". */
            __('About %s per 100 answers', 'itih-rag-chat'),
            formatPrice(price),
          ),
      __('The question and the passages found go to the vendor', 'itih-rag-chat'),
      __('If it fails, your pages are quoted instead', 'itih-rag-chat'),
    ],
    example: written(),
  },
  ...(ownAi && {
    wordpress: {
      title: __('My WordPress already has an AI', 'itih-rag-chat'),
      text: sprintf(
        /* translators: %s: name of a company. */
        __('Whole sentences with numbered sources, written by %s.', 'itih-rag-chat'),
        ownAi,
      ),
      facts: [
        __('Needs no key here; paid as you have agreed with the vendor', 'itih-rag-chat'),
        __('The question and the passages found go to the vendor', 'itih-rag-chat'),
        __('The answer comes in one piece', 'itih-rag-chat'),
      ],
      example: written(),
    },
  }),
});

interface Props {
  chosen: Answering;
  /** Company of the AI that WordPress has; empty: it has none. */
  ownAi: string;
  /** US dollars for a hundred answers; null: not known. */
  price: number | null;
  onChoose: (answering: Answering) => void;
}

/** Two answers to the same question, side by side. */
export const AnsweringCards = ({ chosen, ownAi, price, onChoose }: Props) => (
  <div className="itih-ways" role="radiogroup" aria-labelledby="itih-how-title">
    {Object.entries(cards(price, ownAi)).map(([name, { title, text, facts, example }]) => (
      <label key={name} className={name === chosen ? 'itih-way is-chosen' : 'itih-way'}>
        <input
          type="radio"
          name="answering"
          value={name}
          checked={name === chosen}
          onChange={() => onChoose(name as Answering)}
        />
        <span>
          <strong>{title}</strong>
          <span className="itih-way__text">{text}</span>
          {facts.map((fact) => (
            <span key={fact} className="itih-way__fact">
              {fact}
            </span>
          ))}
          <span className="itih-way__example">
            <strong>{__('“How long does delivery take?”', 'itih-rag-chat')}</strong>
            {example}
          </span>
        </span>
      </label>
    ))}
  </div>
);
