import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createAddressGuard, parseAllowed } from '../../../server/net/address-guard.ts';
import type { Embedder } from '../../../server/providers/embedder.ts';
import {
  createLocalModels,
  type LocalModels,
} from '../../../server/providers/local/local-models.ts';
import { english } from '../../../server/providers/local/known-models.ts';
import { localEmbedder } from '../../../server/providers/local/local-embedder.ts';
import { createModelThread } from '../../../server/providers/local/model-thread.ts';
import { estimateTokens } from '../../../server/text/estimate-tokens.ts';
import { cosine } from '../../conformance/embedder.ts';

const { signal } = new AbortController();
const nowhere = { folder: null, guard: createAddressGuard(parseAllowed('')) };
let models: LocalModels;
let embedder: Embedder;
beforeAll(() => {
  models = createLocalModels(nowhere);
  embedder = models.embedder('');
});
afterAll(() => models.close());

const embed = (texts: string[], purpose: 'query' | 'document' = 'document') =>
  embedder.embed(texts, { purpose, signal });

describe('embedder: local, english', () => {
  test('is the same model under its name and without one', () => {
    expect(embedder.id).toBe('local:all-minilm-l6-v2');
    expect(models.embedder('english').id).toBe(embedder.id);
  });

  test('compares a question with what may answer it in other words', async () => {
    const [question] = await embed(['How much is the entry fee for seniors?'], 'query');
    const [near, far, chunk] = await embed([
      'Tickets for pensioners cost eight euros.',
      'The roof was repaired last summer.',
      'Visit. '.padEnd(900, 'Our museum tells the story of the harbour. '),
    ]);
    for (const vector of [question, near, far, chunk]) {
      expect(vector).toHaveLength(384);
      expect(Math.hypot(...vector!)).toBeCloseTo(1, 4);
    }
    expect(cosine(question!, near!)).toBeGreaterThan(cosine(question!, far!) + 0.2);
  });

  test('reads a long text to its end', async () => {
    const filler = 'The roof was repaired last summer, and the walls were painted. ';
    const last = 'Tickets for pensioners cost eight euros.';
    const [question] = await embed(['How much is the entry fee for seniors?'], 'query');
    const [without, long] = await embed([filler.repeat(42), filler.repeat(42) + last.repeat(50)]);
    expect(Math.hypot(...long!)).toBeCloseTo(1, 4);
    expect(cosine(question!, long!)).toBeGreaterThan(cosine(question!, without!) + 0.1);
  });

  test.each([
    'Der Laden schließt um achtzehn Uhr und öffnet wieder am Montag.',
    'Le musée est fermé le lundi et les jours fériés.',
    '営業時間は九時から十七時までです。',
    'متجرنا مفتوح كل يوم',
    'Билет для студентов стоит 300 рублей.',
    ' \n',
    '+43 1 234',
  ])('has the zero vector for %j, which it does not read', async (text) => {
    const [zero, read] = await embed([text, 'Our shop opens at nine.']);
    expect(zero).toEqual(new Float32Array(384));
    expect(Math.hypot(...read!)).toBeCloseTo(1, 4);
  });

  test('does not load the model for a site in another language', async () => {
    const thread = createModelThread({ program: new URL('no-program.ts', import.meta.url) });
    const unread = createLocalModels({ ...nowhere, thread }).embedder('english');
    expect(unread.dimensions).toBe(384);
    const texts = ['Wir öffnen um neun Uhr und schließen am Abend.', 'Danach ist der Laden zu.'];
    expect(await unread.embed(texts, { purpose: 'document', signal })).toHaveLength(2);
    const inEnglish = unread.embed(['We open at nine.'], { purpose: 'document', signal });
    await expect(inEnglish).rejects.toMatchObject({ code: 'provider_error' });
    await thread.close();
  });

  test('goes in windows, so that a question waits for one of them at most', async () => {
    const pieces: (readonly string[])[] = [];
    const thread = {
      embed: (_folder: string, texts: readonly string[]) => {
        pieces.push(texts);
        return Promise.resolve(texts.map(() => Float32Array.of(0.6, 0.8)));
      },
    };
    const windowed = localEmbedder(english, thread);
    const text = 'The museum tells the story of the harbour. '.repeat(60);
    const options = { purpose: 'document', signal } as const;
    const vectors = await windowed.embed([text, 'We open at nine.'], options);
    expect(pieces[0]!.slice(0, -1).join('')).toBe(text);
    for (const piece of pieces[0]!) expect(estimateTokens(piece)).toBeLessThanOrEqual(180);
    expect(vectors.map(({ length }) => length)).toEqual([2, 2]);
    expect(Math.hypot(...vectors[0]!)).toBeCloseTo(1, 4);
  });

  test('a model that is not there is named', async () => {
    const gone = models.embedder('gone');
    await expect(gone.embed(['x'], { purpose: 'query', signal })).rejects.toMatchObject({
      code: 'not_configured',
    });
  });
});
