import { useEffect } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { GapDetail } from '../../server/contract/gaps.ts';
import { api } from '../api.ts';
import { Section } from '../components/section.tsx';
import { focusWhenShown } from '../focus.ts';
import { useResource } from '../use-resource.ts';
import { AddSynonym } from './add-synonym.tsx';
import { NamePage } from './name-page.tsx';
import type { OnSave } from './use-remedy.ts';
import { wordingsOf } from './wordings.ts';
import { WriteAnswer } from './write-answer.tsx';

const names = ['answer', 'page', 'synonym'] as const;
export type RemedyName = (typeof names)[number];

export const remedyOf = (name: string | null): RemedyName | undefined =>
  names.find((each) => each === name);

interface Props {
  name: RemedyName;
  detail: GapDetail;
  homeUrl: string;
  onSave: OnSave;
  onClose: () => void;
}

/** The form of an action, with the settings that it adds to. */
export function Remedy({ name, detail, homeUrl, ...rest }: Props) {
  const { data, error, reload } = useResource(api.getSettings);
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (isLoaded) focusWhenShown('itih-remedy-title');
  }, [isLoaded]);
  const { changed_at } = detail.gap;
  useEffect(() => {
    // Somebody else has seen to the gap, perhaps by an answer to the same questions.
    if (isLoaded) void reload().then(() => focusWhenShown('itih-remedy-title'));
  }, [changed_at]);
  if (!data) {
    return (
      <Section
        id="remedy"
        title={__('Settings', 'itih-rag-chat')}
        of={{ data, error, reload }}
        lines={6}
      />
    );
  }
  const shared = { ...rest, question: detail.gap.question, settings: data };
  const wordings = wordingsOf(detail);
  switch (name) {
    case 'answer':
      return <WriteAnswer {...shared} wordings={wordings} homeUrl={homeUrl} />;
    case 'page':
      return (
        <NamePage {...shared} wordings={wordings} closest={detail.closest} homeUrl={homeUrl} />
      );
    case 'synonym':
      return <AddSynonym {...shared} unknownWords={detail.unknown_words} />;
    default:
      return name satisfies never;
  }
}
