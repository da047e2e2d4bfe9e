import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { boundedFetch } from '../../../server/net/bounded-fetch.ts';
import {
  type Frame,
  type Framing,
  readFrames,
} from '../../../server/providers/shared/read-frames.ts';
import { beginsInside, HiddenMarks } from '../../../server/providers/shared/hidden-marks.ts';
import { withPurpose } from '../../../server/providers/shared/embedding-models.ts';

describe('hidden marks', () => {
  function split(pieces: readonly string[], marks = new HiddenMarks(), isCut = false) {
    const told = [...pieces.flatMap((piece) => marks.push(piece)), ...marks.end(isCut)];
    const join = (type: string) =>
      told.map((piece) => (piece.type === type ? piece.text : '')).join('');
    return { reasoning: join('reasoning'), text: join('text'), told };
  }

  const call = '<tool_call>\n{"name":"get_tide","arguments":{"place":"Quay"}}\n</tool_call>';
  const harmony =
    '<|channel|>analysis<|message|>We need the tide.<|end|><|start|>assistant<|channel|>final<|message|>At six.';

  /** A whole answer, the reasoning and the text that are told of it. */
  const answers: [string, string, string][] = [
    ['<think>Hm.</think>\n\nYes.', 'Hm.', 'Yes.'],
    ['\n<think>\nHm.\n</think> Yes.', '\nHm.\n', 'Yes.'],
    ['<think>never ends', 'never ends', ''],
    ['<thinking about it', '', '<thinking about it'],
    ['<thinking>Hm, tide.</thinking>At six.', 'Hm, tide.', 'At six.'],
    ['<THINK>Hm.</THINK>Yes.', 'Hm.', 'Yes.'],
    ['<think>a</think>b<think>c</think> d', 'ac', 'b d'],
    ['At six.\n<think>Is it?</think>', 'Is it?', 'At six.\n'],
    [call, '', ''],
    [`I look it up.\n${call}`, '', 'I look it up.\n'],
    ['I look it up.\n<tool_call>{"name":"get_tide"}', '', 'I look it up.\n'],
    [`${harmony}<|return|>`, 'We need the tide.', 'At six.'],
    ['<|start|>assistant<|channel|>final<|message|>At six.<|end|>', '', 'At six.'],
    ['<|channel|>analysis<|message|>cut', 'cut', ''],
    ['<|channel|>commentary to=functions.tide <|constrain|>json<|message|>{"a":1}<|call|>', '', ''],
    ['a < b, <b>c</b>, <|not a token|>, `<`', '', 'a < b, <b>c</b>, <|not a token|>, `<`'],
    // In code they are the subject.
    [
      'Put `<think>` before and `</think>` behind.',
      '',
      'Put `<think>` before and `</think>` behind.',
    ],
    [
      'So:\n```\n<tool_call>{}</tool_call>\n\n<|end|>\n```\n',
      '',
      'So:\n```\n<tool_call>{}</tool_call>\n\n<|end|>\n```\n',
    ],
    ['``a ` <think>``', '', '``a ` <think>``'],
    // A stray backtick opens no code beyond its paragraph.
    ['It costs 5` a day.\n\n<think>Hm.</think>Yes.', 'Hm.', 'It costs 5` a day.\n\nYes.'],
    // Thoughts that interrupt an answer and do not end are none.
    ['The word <think> is meant so.', ' is meant so.', 'The word  is meant so.'],
  ];

  test.each(answers)('%j', (whole, reasoning, text) => {
    expect(split([whole])).toMatchObject({ reasoning, text });
  });

  test('does not depend on where the pieces end', () => {
    const parts = fc.array(fc.constantFrom(...answers.map(([whole]) => whole), '\n\n', '`', ' '), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(parts, fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (chosen, lengths) => {
        const whole = chosen.join('');
        const pieces: string[] = [];
        for (let at = 0; at < whole.length;) {
          const { value: length } = lengths.next() as { value: number };
          pieces.push(whole.slice(at, at + length));
          at += length;
        }
        const { reasoning, text } = split([whole]);
        expect(split(pieces)).toMatchObject({ reasoning, text });
      }),
      { numRuns: 500 },
    );
  });

  test('says nothing empty, and holds nothing back that is certain', () => {
    const { told } = split(['', '<think>', 'Hm', '</think>', ' ', 'Yes']);
    expect(told).toEqual([
      { type: 'reasoning', text: 'Hm' },
      { type: 'text', text: 'Yes' },
    ]);
    expect(new HiddenMarks().push('Yes')).toEqual([{ type: 'text', text: 'Yes' }]);
  });

  describe('thoughts that no tag opens', () => {
    const inside = (pieces: readonly string[], isCut = false) =>
      split(pieces, new HiddenMarks(true), isCut).told;

    test.each([
      ['end with a tag', ['Okay, ', 'hm.</th', 'ink>\n\nYes.'], ['Okay, ', 'hm.'], ['Yes.']],
      ['have an opening tag after all', ['<think>Hm.</think>Yes.'], ['Hm.'], ['Yes.']],
      ['were the answer', ['Yes', '.'], ['Yes', '.'], ['Yes.']],
    ])('%s', (_name, pieces, reasoning, text) => {
      const told = inside(pieces);
      const of = (type: string) => told.flatMap((one) => (one.type === type ? [one.text] : []));
      expect(of('reasoning')).toEqual(reasoning);
      expect(of('text')).toEqual(text);
    });

    test('are no answer when they are cut off', () => {
      expect(inside(['Okay'], true)).toEqual([{ type: 'reasoning', text: 'Okay' }]);
    });

    test('are none where the server tells them from text', () => {
      const marks = new HiddenMarks(true);
      marks.separate();
      expect(marks.push('Yes.')).toEqual([{ type: 'text', text: 'Yes.' }]);
    });

    test.each([
      ['Okay.</think>\n\nYes.', true, 'Okay.\n\nYes.'],
      ['The tags `<think>` and `</think>` are used so.', false, undefined],
      ['Yes.<think>Hm.</think>', false, 'Yes.'],
      ['Yes.', false, 'Yes.'],
    ])('are noticed in %j: %s', (text, expected, shown = text) => {
      let isUnopened = false;
      const marks = new HiddenMarks(false, () => {
        isUnopened = true;
      });
      expect(split([...text], marks).text).toBe(shown);
      expect(isUnopened).toBe(expected);
    });

    test.each([
      ['deepseek-ai/DeepSeek-R1', true],
      ['Qwen/Qwen3-30B-A3B-Thinking-2507', true],
      ['deepseek-chat', false],
      ['gpt-4o', false],
    ])('are those of %s: %s', (model, expected) => {
      expect(beginsInside(model)).toBe(expected);
    });
  });
});

describe('purposes', () => {
  const task = 'Given a web search query, retrieve relevant passages that answer the query';
  const represent = 'Represent this sentence for searching relevant passages: ';

  test.each([
    ['intfloat/multilingual-e5-large', 'query: ', 'passage: '],
    ['intfloat/multilingual-e5-large-instruct', `Instruct: ${task}\nQuery: `, ''],
    ['Qwen/Qwen3-Embedding-0.6B', `Instruct: ${task}\nQuery:`, ''],
    ['nomic-embed-text:latest', 'search_query: ', 'search_document: '],
    ['@cf/google/embeddinggemma-300m', 'task: search result | query: ', 'title: none | text: '],
    ['mxbai-embed-large', represent, ''],
    ['mixedbread-ai/deepset-mxbai-embed-de-large-v1', 'query: ', 'passage: '],
    ['snowflake-arctic-embed2', 'query: ', ''],
    ['Snowflake/snowflake-arctic-embed-m-v2.0', 'query: ', ''],
    ['Snowflake/snowflake-arctic-embed-m-v1.5', represent, ''],
    ['@cf/baai/bge-small-en-v1.5', represent, ''],
    ['BAAI/bge-base-zh-v1.5', '为这个句子生成表示以用于检索相关文章:', ''],
  ])('%s is told what a text is for', (model, query, document) => {
    expect(withPurpose(model, ['a', 'b'], 'query')).toEqual([`${query}a`, `${query}b`]);
    expect(withPurpose(model, ['a'], 'document')).toEqual([`${document}a`]);
  });

  test.each([
    '@cf/baai/bge-m3',
    'all-minilm',
    'text-embedding-3-small',
    'granite-embedding:30m',
    '',
  ])('%s reads texts as they are', (model) => {
    expect(withPurpose(model, ['a'], 'query')).toEqual(['a']);
    expect(withPurpose(model, ['a'], 'document')).toEqual(['a']);
  });
});

describe('frames', () => {
  /** As a server sends it: in pieces that end anywhere. */
  function responseOf(text: string, cuts: readonly number[] = []): Response {
    const bytes = Buffer.from(text);
    const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort(
      (a, b) => a - b,
    );
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        let at = 0;
        for (const end of ends) {
          if (end > at) controller.enqueue(bytes.subarray(at, end));
          at = Math.max(at, end);
        }
        controller.close();
      },
    });
    return new Response(body);
  }

  async function all(response: Response, framing: Framing): Promise<Frame[]> {
    const frames = readFrames(response, framing, new AbortController().signal);
    const found: Frame[] = [];
    for (let batch = await frames.read(); batch; batch = await frames.read()) found.push(...batch);
    return found;
  }

  const cuts = fc.array(fc.nat(), { maxLength: 30 });
  const line = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n\u{feff}]/gu, ''));
  const event = fc.record({
    name: fc.constantFrom('', 'delta', 'message_stop'),
    lines: fc.array(line, { minLength: 1, maxLength: 3 }),
    comment: fc.boolean(),
  });

  test('events are the same wherever the stream is cut, with any end of line, comments and a BOM', async () => {
    const form = fc.record({ bom: fc.boolean(), end: fc.constantFrom('\n', '\r', '\r\n'), cuts });
    await fc.assert(
      fc.asyncProperty(fc.array(event), form, async (events, { bom, end, cuts: at }) => {
        const text = events.map(({ name, lines, comment }) =>
          [
            ...(comment ? [': ping'] : []),
            ...(name ? [`event: ${name}`] : []),
            ...lines.map((data) => `data: ${data}`),
            '',
            '',
          ].join(end),
        );
        const response = responseOf((bom ? '\u{feff}' : '') + text.join(''), at);
        expect(await all(response, 'server_sent_events')).toEqual(
          events.map(({ name, lines }) => ({ event: name, data: lines.join('\n') })),
        );
      }),
    );
  });

  test('lines of JSON are the same wherever the stream is cut, also when the last one is not ended', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.json()), fc.boolean(), cuts, async (values, ended, at) => {
        const text = values.join('\n') + (ended ? '\n' : '');
        const frames = await all(responseOf(text, at), 'json_lines');
        expect(frames).toEqual(values.map((data) => ({ event: '', data })));
      }),
    );
  });

  test('an event that was cut off is none', async () => {
    expect(await all(responseOf('data: a\n\ndata: b\n'), 'server_sent_events')).toEqual([
      { event: '', data: 'a' },
    ]);
  });

  test('what came in one read comes at once', async () => {
    const response = responseOf('data: a\n\ndata: b\n\n');
    const frames = readFrames(response, 'server_sent_events', new AbortController().signal);
    expect(await frames.read()).toHaveLength(2);
    expect(await frames.read()).toBeUndefined();
  });

  test.each<Framing>(['server_sent_events', 'json_lines'])(
    'no frame of %s is without end',
    async (framing) => {
      const response = responseOf('data: ' + 'x'.repeat(5 * 2 ** 20));
      await expect(all(response, framing)).rejects.toMatchObject({ code: 'ERR_TOO_LARGE' });
    },
  );

  test.each(['before', 'while it is being read'])(
    'a stream whose signal aborts %s ends',
    async (when) => {
      const controller = new AbortController();
      if (when === 'before') controller.abort();
      const cancelled = Promise.withResolvers<void>();
      const body = new ReadableStream<Uint8Array>({ cancel: () => cancelled.resolve() });
      const frames = readFrames(new Response(body), 'server_sent_events', controller.signal);
      const reading = frames.read();
      controller.abort();
      expect(await reading).toBeUndefined();
      await cancelled.promise;
    },
  );

  test('of many streams at once, what comes shortly after the first frame travels together, and all of it', async () => {
    const streams = 180;
    let asked = 0;
    const allAsked = Promise.withResolvers<void>();
    const server = http.createServer((_request, response) => {
      if (++asked === streams) allAsked.resolve();
      void (async () => {
        await allAsked.promise;
        for (let n = 0; n < 12; n++) {
          response.write(`data: ${n}\n\n`);
          await sleep(8);
        }
        response.end();
      })();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const fetch = boundedFetch({ connectMs: 5000, maxBytes: 10_000 });
    const { signal } = new AbortController();
    let open = 0;
    /** Milliseconds between reads of one stream while nearly all are open. */
    const pauses: number[] = [];
    const batchesOf = async (): Promise<string[][]> => {
      const frames = readFrames(await fetch(url), 'server_sent_events', signal);
      open++;
      const batches = [];
      for (let read = await frames.read(); read;) {
        batches.push(read.map(({ data }) => data));
        const [isCrowded, before] = [open > streams - 20, performance.now()];
        read = await frames.read();
        if (isCrowded) pauses.push(performance.now() - before);
      }
      open--;
      return batches;
    };

    try {
      const many = await Promise.all(Array.from({ length: streams }, batchesOf));
      for (const batches of many) {
        expect(batches.flat()).toEqual(Array.from({ length: 12 }, (_, n) => String(n)));
      }
      expect(many.flat().some((batch) => batch.length > 1)).toBe(true);
      // Frames come every 8 ms, or later on a busy machine; the pause is 80 to 90 ms.
      expect(pauses.length).toBeGreaterThan(streams);
      expect(pauses.sort((a, b) => a - b)[pauses.length >> 1]).toBeGreaterThan(60);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
