/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  type AnswerDraft,
  answerOf,
  emptyAnswer,
  limits,
  problemsOf,
  refusedFields,
  toAnswer,
} from '../answers/answer-fields.tsx';
import { synonymsPatch, synonymsProblem } from '../answers/synonyms.tsx';
import type { MaskedSettings } from '../api.ts';
import { linesOf } from '../format.ts';
import { Answers } from './answers.tsx';
import {
  type CuratedAnswer,
  curatedAnswer,
  settingsPatch,
} from '../../server/contract/settings.ts';
import { fakeServer, maskedDefaults } from '../../test/admin/fake-server.ts';
import { click, fill, fillIn, get, show, text } from '../../test/admin/page.tsx';
import { siteOf } from '../../test/admin/site.ts';

describe('answers', () => {
  const server = fakeServer();
  const screen = <Answers site={siteOf({ homeUrl: 'https://museum.example' })} />;

  const dogs: CuratedAnswer = { questions: ['Are dogs allowed?'], answer: 'On a lead.', url: '' };
  const coats: CuratedAnswer = {
    questions: ['Where do coats go?'],
    answer: 'Downstairs.',
    url: '',
  };

  let chat: MaskedSettings['chat'];
  const settings = () => ({ settings: { ...maskedDefaults, chat } });
  const sent = () => server.calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  const value = (name: string) => get<HTMLTextAreaElement>(`[name="${name}"]`).value;
  const open = (query = '') =>
    window.history.replaceState(null, '', `?page=itih-rag-chat-answers${query}`);

  beforeEach(() => {
    open();
    chat = { ...maskedDefaults.chat, curated: [dogs, coats] };
    server.on('GET /settings', settings);
    server.on('PUT /settings', ({ body }) => {
      chat = { ...chat, ...(body as { chat?: object }).chat };
      return settings();
    });
  });

  describe('own answers', () => {
    test('a new one is added to those that are stored now', async () => {
      await show(screen);
      await click('Write an answer');
      await fillIn({ questions: 'Is there a café?', url: '/café/' });
      // Stored by somebody else meanwhile.
      const others = { questions: ['Who?'], answer: 'We.', url: '' };
      chat = { ...chat, curated: [dogs, coats, others] };
      await click('Save');
      expect(chat.curated).toEqual([
        dogs,
        coats,
        others,
        { questions: ['Is there a café?'], answer: '', url: 'https://museum.example/café/' },
      ]);
      expect(text()).toContain('Saved.');
      expect(text()).toContain('Points to the page');
      expect(document.querySelector('#itih-answer')).toBeNull();
    });

    test('one that the contract would refuse is not sent, and is told of as it is corrected', async () => {
      open('&write=1');
      await show(screen);
      expect(text()).not.toContain('Write at least one question.');
      await click('Save');
      expect(sent()).toEqual([]);
      expect(text()).toContain('Write at least one question.');
      expect(document.activeElement).toBe(get('[name="questions"]'));
      await fill('[name="questions"]', 'are dogs allowed');
      expect(text()).toContain('“are dogs allowed” has another answer already.');
    });

    test('the reason of a refusal stands at its field until that is changed', async () => {
      open(`&edit=${encodeURIComponent('Where do coats go?')}`);
      await show(screen);
      server.fail('PUT /settings', 'invalid_request', { 'chat.curated.1.answer': 'Not that.' });
      await fill('[name="answer"]', 'Upstairs.');
      await click('Save');
      expect(get('[name="answer"]').getAttribute('aria-invalid')).toBe('true');
      expect(value('answer')).toBe('Upstairs.');
      await fill('[name="answer"]', 'In the hall.');
      expect(get('[name="answer"]').getAttribute('aria-invalid')).toBe('false');
    });

    test('several drafts are kept while others are looked at, until they are discarded', async () => {
      await show(screen);
      await click('Edit: Are dogs allowed?');
      await fill('[name="answer"]', 'No.');
      await click('Edit: Where do coats go?');
      expect(value('answer')).toBe('Downstairs.');
      await click('Synonyms');
      await click('Your answersnot saved');
      await click('Edit: Are dogs allowed?');
      expect(value('answer')).toBe('No.');
      expect(get('table').textContent).toContain('Not saved');
      await click('Discard');
      await click('Edit: Are dogs allowed?');
      expect(value('answer')).toBe('On a lead.');
    });

    test('one is removed by its question, wherever it is by now', async () => {
      await show(screen);
      await click('Remove: Are dogs allowed?');
      chat = { ...chat, curated: [coats, dogs] };
      await click('Remove', '.itih-dialog');
      expect(sent()).toEqual([{ chat: { curated: [coats] } }]);
      expect(text()).toContain('Removed.');
    });
  });

  describe('a question that the search sends', () => {
    test('begins a new answer', async () => {
      open(`&question=${encodeURIComponent('Is there a café?')}`);
      await show(screen);
      expect(value('questions')).toBe('Is there a café?');
      expect(window.location.search).toBe('?page=itih-rag-chat-answers&write=1');
    });

    test('opens the answer that it has', async () => {
      open(`&question=${encodeURIComponent('are dogs allowed')}`);
      await show(screen);
      expect(value('answer')).toBe('On a lead.');
    });

    test('stands beside the synonyms', async () => {
      open(`&tab=synonyms&question=${encodeURIComponent('Entry fee?')}`);
      await show(screen);
      expect(text()).toContain('The question was “Entry fee?”.');
    });
  });

  describe('synonyms', () => {
    beforeEach(() => open('&tab=synonyms'));

    test('are saved, and say so until they are edited again', async () => {
      await show(screen);
      await fill('[name="synonyms"]', 'pram, stroller');
      await click('Save');
      expect(sent()).toEqual([{ chat: { synonyms: ['pram, stroller'] } }]);
      expect(text()).toContain('Saved. The next answer follows it.');
      await fill('[name="synonyms"]', 'pram, buggy');
      expect(text()).not.toContain('Saved.');
    });

    test('with a mistake are not sent, and have the focus', async () => {
      await show(screen);
      await fill('[name="synonyms"]', 'pram');
      await click('Save');
      expect(sent()).toEqual([]);
      expect(document.activeElement).toBe(get('[name="synonyms"]'));
    });
  });
});

describe('answer draft', () => {
  const home = 'https://museum.example/en/';
  const draftOf = (over: Partial<AnswerDraft> = {}): AnswerDraft => ({
    questions: 'Are dogs allowed?',
    answer: 'On a lead.',
    url: '',
    suggestion: '',
    ...over,
  });
  const problems = (over: Partial<AnswerDraft>) => problemsOf(toAnswer(draftOf(over), home), []);

  test('empty lines, blanks and repeated questions are left out', () => {
    const draft = draftOf({ questions: '  Dogs?  \n\n Cats?\nDogs?\r\n', answer: ' No. \n' });
    expect(toAnswer(draft, home)).toEqual({
      questions: ['Dogs?', 'Cats?'],
      answer: 'No.',
      url: '',
    });
    expect(linesOf('\n \n')).toEqual([]);
  });

  test.each([
    ['/dogs/', 'https://museum.example/dogs/'],
    [' /dogs/?a=b ', 'https://museum.example/dogs/?a=b'],
    ['//elsewhere.example/', '//elsewhere.example/'],
    ['https://elsewhere.example/', 'https://elsewhere.example/'],
  ])('the address %p means %p', (url, meant) => {
    expect(toAnswer(draftOf({ url }), home).url).toBe(meant);
  });

  describe('problems are told at the field, exactly where the contract would refuse:', () => {
    const questions = (count: number) =>
      Array.from({ length: count }, (_, n) => `Q ${n}`).join('\n');
    const cases: [string, Partial<AnswerDraft>, (keyof AnswerDraft)[]][] = [
      ['nothing', {}, []],
      ['no question', { questions: ' \n' }, ['questions']],
      ['as many questions as may be', { questions: questions(limits.questions) }, []],
      ['too many questions', { questions: questions(limits.questions + 1) }, ['questions']],
      ['the longest question', { questions: 'x'.repeat(limits.question) }, []],
      ['a longer one', { questions: 'x'.repeat(limits.question + 1) }, ['questions']],
      ['neither answer nor page', { answer: ' ' }, ['answer']],
      ['only a page', { answer: '', url: '/dogs/' }, []],
      ['the longest answer', { answer: 'x'.repeat(limits.answer) }, []],
      ['a longer answer', { answer: 'x'.repeat(limits.answer + 1) }, ['answer']],
      ['words as an address', { url: 'our page' }, ['url']],
      ['an address that runs a script', { url: 'javascript:alert(1)' }, ['url']],
      ['a path below no host', { url: '//elsewhere.example/' }, ['url']],
      ['an address that is too long', { url: `/${'x'.repeat(limits.url)}` }, ['url']],
      ['nothing at all', emptyAnswer, ['answer', 'questions']],
    ];

    test.each(cases)('%s', (_name, over, fields) => {
      expect(Object.keys(problems(over)).sort()).toEqual(fields);
      const answer = toAnswer(draftOf(over), home);
      expect(curatedAnswer.safeParse(answer).success).toBe(fields.length === 0);
    });
  });

  test('a question has one answer, however it is written', () => {
    const others = [{ questions: ['Are dogs allowed?'], answer: 'No.', url: '' }];
    expect(problemsOf(toAnswer(draftOf({ questions: 'ARE  dogs allowed' }), home), others)).toEqual(
      {
        questions: '“ARE  dogs allowed” has another answer already.',
      },
    );
    expect(answerOf('are dogs allowed ?', others)).toBe(others[0]);
    expect(answerOf('Are cats allowed?', others)).toBeUndefined();
  });

  test('the reasons of the server are told at the fields of the answer that they are about', () => {
    const fields = {
      'chat.curated.1.questions.0': 'Too long.',
      'chat.curated.1.url': 'No address.',
      'chat.curated.11.answer': 'Another one.',
      'chat.tone': 'Too long.',
    };
    expect(refusedFields(fields, 1)).toEqual({ questions: 'Too long.', url: 'No address.' });
    expect(refusedFields({ 'chat.curated.0': 'Needed.' }, 0)).toEqual({ answer: 'Needed.' });
  });
});

describe('synonyms draft', () => {
  test('the commas of other languages separate words, too', () => {
    const text = '入場料、料金，チケット\nتذكرة، دخول\n a ,, b ,';
    expect(synonymsPatch(text, []).chat?.synonyms).toEqual([
      '入場料, 料金, チケット',
      'تذكرة, دخول',
      'a, b',
    ]);
  });

  describe('problems are told where the contract would refuse:', () => {
    const lines = (count: number) => Array.from({ length: count }, (_, n) => `a${n}, b`).join('\n');
    const long = (length: number) => `a, ${'b'.repeat(length - 3)}`;

    test.each([
      ['nothing', '', true],
      ['as many as may be', lines(200), true],
      ['too many', lines(201), false],
      ['the longest group', long(500), true],
      ['a longer group', long(501), false],
    ])('%s', (_name, text, isRight) => {
      expect(synonymsProblem(text) === undefined).toBe(isRight);
      expect(settingsPatch.safeParse(synonymsPatch(text, [])).success).toBe(isRight);
    });
  });
});
