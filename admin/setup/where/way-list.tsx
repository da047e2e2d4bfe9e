import { __ } from '@wordpress/i18n';
import { Badge } from '../../components/facts.tsx';
import { Section } from '../../components/section.tsx';
import { type Way, ways } from '../../site.ts';
import { wayNames } from './ways.ts';

interface Props {
  chosen: Way;
  /** The way that there are signs of on this server; '' without any. */
  found: Way | '';
  onChoose: (way: Way) => void;
}

/** Where the service can run, in the owner's words. */
export const WayList = ({ chosen, found, onChoose }: Props) => (
  <Section id="where" title={__('Where are you?', 'itih-rag-chat')}>
    <div role="radiogroup" aria-labelledby="itih-where-title">
      {ways.map((way) => {
        const { title, text } = wayNames()[way];
        return (
          <label key={way} className={way === chosen ? 'itih-way is-chosen' : 'itih-way'}>
            <input
              type="radio"
              name="way"
              value={way}
              checked={way === chosen}
              onChange={() => onChoose(way)}
            />
            <span>
              <strong>{title}</strong>{' '}
              {way === found && <Badge tone="good" text={__('Found here', 'itih-rag-chat')} />}
              <span className="itih-way__text">{text}</span>
            </span>
          </label>
        );
      })}
    </div>
  </Section>
);
