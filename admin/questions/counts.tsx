import { __, sprintf } from '@wordpress/i18n';
import type { CommonQuestionsReply } from '../../server/contract/common-questions.ts';
import { Progress } from '../components/facts.tsx';
import { formatNumber } from '../format.ts';
import { countLabel, questionsAt, verdicts } from './labels.ts';

/** How many questions are missing, unsure and answered, in words and as a bar. */
export function Counts({ reply }: { reply: CommonQuestionsReply }) {
  const counts = verdicts.map((verdict) => ({
    verdict,
    count: questionsAt(reply, verdict).length,
  }));
  return (
    <>
      <ul className="itih-verdicts">
        {counts.map(({ verdict, count }) => (
          <li key={verdict} className={`itih-verdict is-${verdict}`}>
            {countLabel[verdict](count)}
          </li>
        ))}
      </ul>
      <div className="itih-verdicts__bar" aria-hidden="true">
        {counts
          .filter(({ count }) => count > 0)
          .map(({ verdict, count }) => (
            <span key={verdict} className={`is-${verdict}`} style={{ flexGrow: count }} />
          ))}
      </div>
    </>
  );
}

/** How far asking has come; nothing once all are asked. */
export function Asking({ reply: { waiting, questions } }: { reply: CommonQuestionsReply }) {
  if (waiting === 0) return null;
  const total = questions.filter(({ is_left_out }) => !is_left_out).length;
  const done = Math.max(0, total - waiting);
  const text = sprintf(
    /* translators: 1: questions asked. 2: all questions. */
    __('%1$s of %2$s questions asked', 'itih-rag-chat'),
    formatNumber(done),
    formatNumber(total),
  );
  return <Progress label={__('Asking', 'itih-rag-chat')} text={text} done={done} total={total} />;
}
