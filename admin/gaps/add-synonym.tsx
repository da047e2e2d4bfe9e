import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { TextControl } from '../components/controls.tsx';
import { RemedyForm, type RemedyProps } from './remedy-form.tsx';

/** The longest line of synonyms that the contract takes. */
const maxGroup = 500;

interface Props extends RemedyProps {
  /** Words of the question that the site does not use. */
  unknownWords: readonly string[];
}

const wordsOf = (text: string): string[] =>
  text
    .split(/[,،、，]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');

function problemsOf(said: string, used: string) {
  const tooLong =
    `${said}, ${used}`.length > maxGroup ? __('This is too long.', 'itih-rag-chat') : undefined;
  return Object.entries({
    said: wordsOf(said).length === 0 ? __('Write the visitors’ word.', 'itih-rag-chat') : undefined,
    used:
      wordsOf(used).length === 0
        ? __('Write at least one word of your pages.', 'itih-rag-chat')
        : tooLong,
  }).filter(([, problem]) => problem !== undefined);
}

/** Joins a word of visitors with the words of the site. */
export function AddSynonym({ unknownWords, ...rest }: Props) {
  const [said, setSaid] = useState(unknownWords[0] ?? '');
  const [used, setUsed] = useState('');
  const problems = problemsOf(said, used);
  const group = [...new Set([...wordsOf(said), ...wordsOf(used)])].join(', ');
  const shown = Object.fromEntries(problems);
  return (
    <RemedyForm
      {...rest}
      title={__('Add a synonym', 'itih-rag-chat')}
      patchOf={({ chat }) => ({ chat: { synonyms: [...chat.synonyms, group] } })}
      wrong={problems[0]?.[0]}
    >
      {(tried) => (
        <>
          <TextControl
            name="said"
            label={__('Word of the visitors', 'itih-rag-chat')}
            help={
              (tried && shown['said']) ||
              (unknownWords.length > 0
                ? `${__('Your site does not use:', 'itih-rag-chat')} ${unknownWords.join(', ')}`
                : __('Your site uses all words of the question, if not together.', 'itih-rag-chat'))
            }
            aria-invalid={tried && shown['said'] !== undefined}
            dir="auto"
            value={said}
            onChange={setSaid}
          />
          <TextControl
            name="used"
            label={__('Words of your pages for the same', 'itih-rag-chat')}
            help={
              (tried && shown['used']) || __('Several are separated by commas.', 'itih-rag-chat')
            }
            aria-invalid={tried && shown['used'] !== undefined}
            dir="auto"
            value={used}
            onChange={setUsed}
          />
        </>
      )}
    </RemedyForm>
  );
}
