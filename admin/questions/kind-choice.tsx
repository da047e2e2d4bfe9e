import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type {
  AskCommonQuestions,
  CommonQuestionsReply,
  SiteKind,
} from '../../server/contract/common-questions.ts';
import { Button, Form, SelectControl } from '../components/controls.tsx';
import { formatLanguage } from '../format.ts';
import { kindLabels } from './labels.ts';

interface Props {
  reply: CommonQuestionsReply;
  busy: boolean;
  onChoose: (wanted: AskCommonQuestions) => Promise<boolean>;
}

/** Another kind of site, or another language: the questions follow, and are asked. */
export function KindChoice({ reply, busy, onChoose }: Props) {
  const [wanted, setWanted] = useState<{ kind: SiteKind; language: string }>();
  if (!wanted) {
    const { kind, language } = reply;
    return (
      <Button variant="link" onClick={() => setWanted({ kind, language })}>
        {__('Choose another kind of site', 'itih-rag-chat')}
      </Button>
    );
  }
  const labels = Object.entries(kindLabels());
  return (
    <Form
      className="itih-kind"
      onSubmit={() => void onChoose(wanted).then((done) => done && setWanted(undefined))}
    >
      <SelectControl
        name="kind"
        label={__('Your site is', 'itih-rag-chat')}
        value={wanted.kind}
        options={labels.map(([value, label]) => ({ value, label }))}
        onChange={(kind) => setWanted({ ...wanted, kind: kind as SiteKind })}
      />
      <SelectControl
        name="language"
        label={__('Language', 'itih-rag-chat')}
        value={wanted.language}
        options={reply.languages.map((value) => ({ value, label: formatLanguage(value) }))}
        onChange={(language) => setWanted({ ...wanted, language })}
      />
      <Button type="submit" variant="secondary" isBusy={busy}>
        {__('Ask these', 'itih-rag-chat')}
      </Button>
      <Button variant="tertiary" onClick={() => setWanted(undefined)}>
        {__('Cancel', 'itih-rag-chat')}
      </Button>
    </Form>
  );
}
