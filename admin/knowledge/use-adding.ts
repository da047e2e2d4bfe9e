import { useState } from '@wordpress/element';
import type { CreateDocuments } from '../../server/contract/knowledge.ts';
import { api, toApiError } from '../api.ts';
import { useAction } from '../use-resource.ts';

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

export function useAdding(onAdded: () => void) {
  /** Outcome of the last attempt. */
  const [added, setAdded] = useState<Added>();
  const { busy, error, run, clear } = useAction();

  /** Resolves to undefined when it failed as a whole. */
  async function add(additions: readonly Addition[]) {
    let all: Added | undefined;
    await run(async () => {
      setAdded(undefined);
      all = await addAll(additions);
      setAdded(all);
      if (all.count > 0) onAdded();
    });
    return all;
  }

  function forget() {
    setAdded(undefined);
    clear();
  }

  return { busy, added, error, add, forget };
}
export type Adding = ReturnType<typeof useAdding>;
