import { Modal } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, _n } from '@wordpress/i18n';
import { Button } from '../components/controls.tsx';
import { describeValue } from './describe-value.ts';
import { storedValue, type Draft, type SettingPath } from './draft.ts';
import { fieldOf, labelOf } from './fields.ts';
import type { Conflict } from './use-settings-form.ts';

interface ChoiceProps {
  path: SettingPath;
  theirs: unknown;
  mine: unknown;
  isMine: boolean;
  onChoose: (mine: boolean) => void;
}

function Choice({ path, theirs, mine, isMine, onChoose }: ChoiceProps) {
  const field = fieldOf(path);
  const options = [
    { own: false, text: __('Keep what was saved:', 'itih-rag-chat'), value: theirs },
    { own: true, text: __('Replace it by mine:', 'itih-rag-chat'), value: mine },
  ];
  return (
    <fieldset className="itih-conflict">
      <legend>{labelOf(path)}</legend>
      {options.map(({ own, text, value }) => (
        <label key={text}>
          <input
            type="radio"
            name={`conflict.${path}`}
            checked={isMine === own}
            onChange={() => onChoose(own)}
          />
          <span>
            {text} <b dir="auto">{describeValue(value, field)}</b>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

interface Props {
  conflict: Conflict;
  draft: Draft;
  onResolve: (mine: SettingPath[]) => void;
  onClose: () => void;
}

/** Shows what somebody else has saved in the meantime, and lets choose for each setting. */
export function ConflictDialog({ conflict, draft, onResolve, onClose }: Props) {
  const [mine, setMine] = useState<SettingPath[]>([]);
  const { paths, theirs } = conflict;
  return (
    <Modal
      title={__('Somebody else has saved in the meantime', 'itih-rag-chat')}
      className="itih-dialog"
      onRequestClose={onClose}
    >
      <p>
        {_n(
          'You both have changed this setting. Nothing of yours is stored yet.',
          'You both have changed these settings. Nothing of yours is stored yet.',
          paths.length,
          'itih-rag-chat',
        )}
      </p>
      {paths.map((path) => (
        <Choice
          key={path}
          path={path}
          theirs={storedValue(theirs.settings, path)}
          mine={draft[path]}
          isMine={mine.includes(path)}
          onChoose={(own) =>
            setMine(own ? [...mine, path] : mine.filter((other) => other !== path))
          }
        />
      ))}
      <div className="itih-dialog__buttons">
        <Button variant="tertiary" onClick={onClose}>
          {__('Cancel', 'itih-rag-chat')}
        </Button>
        <Button variant="primary" onClick={() => onResolve(mine)}>
          {__('Save as chosen', 'itih-rag-chat')}
        </Button>
      </div>
    </Modal>
  );
}
