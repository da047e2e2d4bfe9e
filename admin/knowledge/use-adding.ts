import { useState } from '@wordpress/element';
import type { CreateDocuments } from '../../server/contract/knowledge.ts';
import { api, toApiError, type ApiError } from '../api.ts';

export interface Rejected {
  /** Line number, from 1; undefined if the source was not a list. */
  line?: number;
  value: string;
  message: string;
}

export interface Added {
  count: number;
  rejected: Rejected[];
}

/** A request, and what the owner calls that which it adds. */
export interface Addition {
  request: CreateDocuments;
  name: string;
}

export interface Adding {
  busy: boolean;
  /** Outcome of the last attempt. */
  added: Added | undefined;
  /** Why it failed as a whole. */
  error: ApiError | undefined;
  /** Resolves to undefined when it failed as a whole. */
  add: (additions: readonly Addition[]) => Promise<Added | undefined>;
  forget: () => void;
}

/** Adds several sources; one that fails is rejected, the others go on. */
async function addAll(additions: readonly Addition[]): Promise<Added> {
  const all: Added = { count: 0, rejected: [] };
  for (const { request, name } of additions) {
    try {
      const { documents, rejected } = await api.addDocuments(request);
      all.count += documents.length;
      all.rejected.push(...rejected);
    } catch (cause) {
      if (additions.length === 1) throw cause;
      all.rejected.push({ value: name, message: toApiError(cause).message });
    }
  }
  return all;
}

export function useAdding(onAdded: () => void): Adding {
  const [busy, setBusy] = useState(false);
  const [added, setAdded] = useState<Added>();
  const [error, setError] = useState<ApiError>();

  function forget() {
    setAdded(undefined);
    setError(undefined);
  }

  async function add(additions: readonly Addition[]) {
    if (busy) return undefined;
    forget();
    setBusy(true);
    try {
      const all = await addAll(additions);
      setAdded(all);
      if (all.count > 0) onAdded();
      return all;
    } catch (cause) {
      setError(toApiError(cause));
      return undefined;
    } finally {
      setBusy(false);
    }
  }

  return { busy, added, error, add, forget };
}
