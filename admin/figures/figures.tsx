import { __ } from '@wordpress/i18n';
import type { Figures as FiguresReply } from '../../server/contract/figures.ts';
import { Section } from '../components/section.tsx';
import type { QueryChanges } from '../page.ts';
import type { Resource } from '../use-resource.ts';
import { Patterns } from './plot.tsx';
import { PeriodChoice } from './period.tsx';
import { Questions, TopQuestions } from './questions.tsx';
import { Budget, isPaid, Spending } from './spending.tsx';

interface Props {
  figures: Resource<FiguresReply>;
  days: number;
  canManage: boolean;
  onFollow: (changes: QueryChanges) => void;
}

/** The questions of the last days, and the tokens that their answers took. */
export function Figures({ figures: { data, error, reload }, days, canManage, onFollow }: Props) {
  return (
    <>
      <Patterns />
      <Section
        id="questions"
        title={__('How well it was answered', 'itih-rag-chat')}
        of={{ data, error, reload }}
        lines={8}
        aside={<PeriodChoice days={days} onFollow={onFollow} />}
      >
        {data && <Questions period={data.period} />}
      </Section>
      {data && data.period.top_questions.length > 0 && (
        <Section id="top-questions" title={__('What was asked', 'itih-rag-chat')}>
          <TopQuestions period={data.period} />
        </Section>
      )}
      {data && isPaid(data.period) && (
        <Section id="spending" title={__('Cost', 'itih-rag-chat')}>
          <Spending period={data.period} canManage={canManage} />
          <Budget budget={data.budget} canManage={canManage} />
        </Section>
      )}
    </>
  );
}
