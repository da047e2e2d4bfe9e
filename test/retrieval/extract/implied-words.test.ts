import { expect, test } from '@jest/globals';
import { partsOf } from '../../../server/retrieval/extract/passage-parts.ts';
import { impliedWords, typeWords } from '../../../server/retrieval/extract/implied-words.ts';
import { factAsked } from '../../../server/text/answer-type.ts';
import { haystack, termsOf } from '../../../server/text/terms.ts';

test.each([
  ['it', 'A che ora è il check-in?', 'ora', 'Il check-in si fa dalle 15 alle 20.', 1],
  ['it', 'A che ora è il check-in?', 'ora', 'Il check-in è al banco.', 0],
  ['en', 'What are the opening hours?', 'opening', 'Sunday: closed', 0],
  ['en', 'How deep is the pool?', 'deep', 'The pool has 4 lanes.', 0],
])('%s: "%s": "%s" is implied by "%s": %s', (language, question, word, text, share) => {
  const fact = factAsked(question, language)!;
  const ofType = typeWords(termsOf(question, { language }), fact.type, fact.words, language);
  const implied = impliedWords(fact.type, ofType, new Set());
  const [part] = partsOf(haystack(question), '', text);
  expect(implied(part!, { fit: 0, inSeason: false }, word)).toBe(share);
});
