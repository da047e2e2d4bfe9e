import { useState } from '@wordpress/element';
import type { CommonQuestionsReply } from '../../server/contract/common-questions.ts';
import { api, type MaskedSettings } from '../api.ts';
import { type Resource, useAction } from '../use-resource.ts';
import { questionsAt } from './labels.ts';

/** The setting takes so many, of which three are chosen for an owner who has none. */
const max = { starters: 6, proposed: 3 };

/** Returns the questions with the surest answers; a person and the telephone are asked for when the chat has failed. */
function proposed(reply: CommonQuestionsReply): string[] {
  return questionsAt(reply, 'answered')
    .filter(({ name }) => name !== 'person' && name !== 'phone')
    .sort((a, b) => (b.certainty ?? 1) - (a.certainty ?? 1))
    .slice(0, max.proposed)
    .map(({ text }) => text);
}

/** The questions that greet visitors: those of the setting, or a proposal that is saved when the owner goes on. */
export function useSuggestions(
  { data: settings, replace }: Resource<MaskedSettings>,
  reply: CommonQuestionsReply | undefined,
) {
  const { busy, error, run } = useAction();
  /** The owner has chosen none. */
  const [isEmptied, setEmptied] = useState(false);
  const stored = settings?.chat.starters ?? [];
  const isProposal = stored.length === 0 && !isEmptied && reply?.waiting === 0;
  const chosen = isProposal ? proposed(reply) : stored;
  const save = (starters: string[]) =>
    run(async () => {
      replace(await api.saveSettings({ chat: { starters } }));
      setEmptied(starters.length === 0);
    });

  return {
    chosen,
    busy,
    error,
    isFull: chosen.length >= max.starters,
    suggest: (text: string, isSuggested: boolean) =>
      save([...chosen.filter((each) => each !== text), ...(isSuggested ? [text] : [])]),
    /** Resolves to false if it could not be saved. */
    keep: () =>
      settings && isProposal && chosen.length > 0 ? save(chosen) : Promise.resolve(true),
  };
}
export type Suggestions = ReturnType<typeof useSuggestions>;
