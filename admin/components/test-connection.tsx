import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { TestReply } from '../../server/contract/admin.ts';
import { api, toApiError, type TestRequest } from '../api.ts';
import { formatMilliseconds, formatNumber } from '../format.ts';
import { modelName, vectorStoreLabel } from '../labels.ts';
import { useAction } from '../use-resource.ts';
import { Button, Notice } from './controls.tsx';

function sentence(result: TestReply, { scope }: TestRequest): string {
  if (!result.ok) return result.message;
  const name = scope === 'vector_store' ? vectorStoreLabel(result.model) : modelName(result.model);
  const time = formatMilliseconds(result.latency_ms);
  return result.dimensions === undefined
    ? sprintf(
        /* translators: 1: name of a model or store. 2: a time, such as "1.2 sec". */
        __('%1$s answered in %2$s.', 'itih-rag-chat'),
        name,
        time,
      )
    : sprintf(
        /* translators: 1: name of a model or store. 2: a time. 3: a number. */
        __('%1$s answered in %2$s with %3$s dimensions.', 'itih-rag-chat'),
        name,
        time,
        formatNumber(result.dimensions),
      );
}

function statusOf(result: TestReply): 'success' | 'warning' | 'error' {
  if (!result.ok) return 'error';
  return result.notes ? 'warning' : 'success';
}

interface Props {
  request: TestRequest;
  /** Names what is tested, for those who do not see where the button stands. */
  label: string;
  /** False, after telling the user why, when the fields are not ready. */
  ready: () => boolean;
}

/** Tries the values of the form, saved or not. */
export function TestConnection({ request, label, ready }: Props) {
  const { busy, run } = useAction();
  const [result, setResult] = useState<TestReply>();

  async function test() {
    if (busy || !ready()) return;
    setResult(undefined);
    const failed = (cause: unknown): TestReply => {
      const { code, message } = toApiError(cause);
      return { ok: false, code, message };
    };
    await run(async () => setResult(await api.testConnection(request).catch(failed)));
  }

  return (
    <>
      <Button variant="secondary" isBusy={busy} aria-label={label} onClick={() => void test()}>
        {busy ? __('Testing…', 'itih-rag-chat') : __('Test', 'itih-rag-chat')}
      </Button>
      {result && (
        <Notice status={statusOf(result)} onRemove={() => setResult(undefined)}>
          {sentence(result, request)}
          {result.ok && result.notes?.map((note) => <p key={note}>{note}</p>)}
          {result.ok && result.reply && <q className="itih-reply">{result.reply}</q>}
        </Notice>
      )}
    </>
  );
}
