import { useEffect, useRef, useState } from '@wordpress/element';
import type { ModelsReply } from '../../server/contract/admin.ts';
import { api, toApiError, type ApiError, type ModelsRequest } from '../api.ts';

interface State {
  /** The request that these models answer. */
  key: string;
  busy: boolean;
  models: ModelsReply['models'];
  error: ApiError | undefined;
}

const nothing: State = { key: '', busy: false, models: [], error: undefined };

/** The models of a provider, asked for when they are wanted, and again when the request differs. */
export function useModels(request: ModelsRequest) {
  const key = JSON.stringify(request);
  const [state, setState] = useState(nothing);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function load() {
    if (state.key === key && !state.error) return;
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    setState({ ...nothing, key, busy: true });
    try {
      const { models } = await api.listModels(request, signal);
      if (!signal.aborted) setState({ ...nothing, key, models });
    } catch (cause) {
      if (!signal.aborted) setState({ ...nothing, key, error: toApiError(cause) });
    }
  }

  return { ...(state.key === key ? state : nothing), load };
}
