import { beforeEach, describe, expect, test } from '@jest/globals';
import { AppError } from '../../errors/app-error.ts';
import { createLog } from '../../runtime/log.ts';
import { type RunEvent, runModel } from './run-model.ts';
import type {
  LanguageModel,
  ModelEvent,
  ModelRequest,
  ToolCall,
} from '../../providers/language-model.ts';
import { vendorRefused } from '../../providers/shared/vendor-error.ts';
import { groundedRequest } from '../../../test/conformance/language-model.ts';

const log = createLog('silent');
type Step = ModelEvent | Error | (() => Promise<void>);

const text = (piece: string): ModelEvent => ({ type: 'text', text: piece });
const finish = (reason: 'stop' | 'length' | 'refusal' | 'tool_calls'): ModelEvent => ({
  type: 'finish',
  reason,
});
const call = (id: string, name: string, input: ToolCall['input'] = {}): ModelEvent => ({
  type: 'tool_call',
  call: { id, name, input },
});
const usage = (prompt_tokens: number, completion_tokens: number, cached?: object): ModelEvent => ({
  type: 'usage',
  usage: { prompt_tokens, completion_tokens, ...cached },
});

let requests: ModelRequest[];
let calls: unknown[];
let controller: AbortController;
beforeEach(() => {
  requests = [];
  calls = [];
  controller = new AbortController();
});

/** One script for each turn; the last one is said again and again. */
function scripted(id: string, ...turns: Step[][]): LanguageModel {
  return {
    id,
    async *stream(request, { signal }) {
      requests.push(structuredClone({ ...request, grounding: undefined as never }));
      for (const step of turns.length > 1 ? turns.shift()! : turns[0]!) {
        signal.throwIfAborted();
        if (step instanceof Error) throw step;
        if (typeof step === 'function') await step();
        else yield step;
      }
    },
  };
}

const tool = (name: string, answer: (input: object, signal: AbortSignal) => Promise<string>) => ({
  definition: { name, description: `Does ${name}.`, inputSchema: { type: 'object' } },
  label: `The ${name}`,
  async call(input: Record<string, unknown>, { signal }: { signal: AbortSignal }) {
    calls.push([name, input]);
    try {
      return { ok: true, content: await answer(input, signal) };
    } catch (error) {
      signal.throwIfAborted();
      return { ok: false, content: (error as Error).message };
    }
  },
});

const look = tool('look', () => Promise.resolve('Three are left.'));

const run = (models: LanguageModel[], tools = [look]) =>
  runModel({ request: groundedRequest('?'), models, tools, signal: controller.signal, log });

async function all(events: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
  const read = [];
  for await (const event of events) read.push(event);
  return read;
}

const said = (events: RunEvent[]) =>
  events.map((event) => (event.type === 'text' ? event.text : '')).join('');

describe('tools', () => {
  test('are called, and their results handed back with what the vendor wants to see again', async () => {
    const carried = { model: 'a:b', value: 'signed thought' };
    const model = scripted(
      'a:b',
      [
        text('Let me look.'),
        { type: 'carry', carried },
        call('x', 'look', { of: 'vase' }),
        usage(5, 2, { cache_write_tokens: 4 }),
        finish('tool_calls'),
      ],
      [text('Three.'), usage(9, 1, { cached_tokens: 4, cache_write_tokens: 5 }), finish('stop')],
    );
    const events = await all(run([model]));
    expect(calls).toEqual([['look', { of: 'vase' }]]);
    expect(said(events)).toBe('Let me look.\n\nThree.');
    expect(events.filter(({ type }) => type === 'tool')).toEqual([
      { type: 'tool', id: 'tool-0', name: 'look', label: 'The look', state: 'start' },
      { type: 'tool', id: 'tool-0', name: 'look', label: 'The look', state: 'end', ok: true },
    ]);
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
    expect(events.findLast(({ type }) => type === 'usage')).toEqual(
      usage(14, 3, { cached_tokens: 4, cache_write_tokens: 9 }),
    );
    expect(requests[0]).toMatchObject({ toolChoice: 'auto', tools: [look.definition] });
    expect(requests[1]!.messages.slice(-2)).toEqual([
      {
        role: 'assistant',
        content: 'Let me look.',
        toolCalls: [{ id: 'x', name: 'look', input: { of: 'vase' } }],
        carried: [carried],
      },
      { role: 'tool', callId: 'x', name: 'look', content: 'Three are left.', ok: true },
    ]);
  });

  test('of one turn are called at once, and answered in the order of the calls', async () => {
    const { promise: secondBegan, resolve: second } = Promise.withResolvers<void>();
    const slow = tool('slow', () => secondBegan.then(() => 'slow'));
    const quick = tool('quick', () => Promise.resolve(second()).then(() => 'quick'));
    const model = scripted(
      'a:b',
      [call('1', 'slow'), call('2', 'quick'), finish('tool_calls')],
      [text('Done.'), finish('stop')],
    );
    const events = await all(run([model], [slow, quick]));
    const states = events.flatMap((event) =>
      event.type === 'tool' ? `${event.name} ${event.state}` : [],
    );
    expect(states.slice(0, 2)).toEqual(['slow start', 'quick start']);
    expect(states.slice(2).toSorted()).toEqual(['quick end', 'slow end']);
    expect(requests[1]!.messages.slice(-2).map(({ content }) => content)).toEqual([
      'slow',
      'quick',
    ]);
  });

  test('that fail, are unknown or are called with nonsense are results, too', async () => {
    const broken = tool('broken', () => Promise.reject(new Error('The warehouse is closed.')));
    const model = scripted(
      'a:b',
      [call('1', 'broken'), call('2', 'nobody'), call('3', 'broken', null), finish('tool_calls')],
      [text('I cannot tell.'), finish('stop')],
    );
    const events = await all(run([model], [broken]));
    expect(calls).toHaveLength(1);
    expect(requests[1]!.messages.slice(-3)).toMatchObject([
      { callId: '1', ok: false, content: 'The warehouse is closed.' },
      { callId: '2', ok: false, content: 'There is no tool of this name.' },
      { callId: '3', ok: false, content: 'The arguments are not a JSON object.' },
    ]);
    const ends = events.filter((event) => event.type === 'tool' && event.state === 'end');
    expect(ends).toMatchObject([{ ok: false }, { ok: false }]);
    expect(said(events)).toBe('I cannot tell.');
  });

  test('are called in five turns at most, then an answer is asked for', async () => {
    const again = [call('x', 'look'), finish('tool_calls')];
    const model = scripted('a:b', again, again, again, again, again, [
      text('So be it.'),
      finish('stop'),
    ]);
    const events = await all(run([model]));
    expect(calls).toHaveLength(5);
    expect(requests.map(({ toolChoice }) => toolChoice)).toEqual([
      ...Array.from({ length: 5 }, () => 'auto'),
      'none',
    ]);
    expect(said(events)).toBe('So be it.');
    const ids = events.flatMap((event) => (event.type === 'tool' ? event.id : []));
    expect(new Set(ids).size).toBe(5);
  });

  test('called for ever by a model that does not listen end in an error, or in what it has said', async () => {
    const mute = scripted('a:b', [call('x', 'look'), finish('tool_calls')]);
    await expect(all(run([mute]))).rejects.toMatchObject({ code: 'provider_error' });
    expect(calls).toHaveLength(5);
    const talking = scripted('a:b', [text('Hm.'), call('x', 'look'), finish('tool_calls')]);
    const events = await all(run([talking]));
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
  });

  test('are given up when the visitor leaves', async () => {
    const reason = new Error('the visitor has left');
    const { promise: heard, resolve } = Promise.withResolvers<unknown>();
    const endless = tool('endless', (_input, signal) => {
      setImmediate(() => controller.abort(reason));
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          resolve(signal.reason);
          reject(signal.reason as Error);
        });
      });
    });
    const model = scripted('a:b', [call('1', 'endless'), finish('tool_calls')]);
    await expect(all(run([model], [endless]))).rejects.toBe(reason);
    expect(await heard).toBe(reason);
    expect(requests).toHaveLength(1);
  });

  test('may fail while nobody listens yet, without harm to anybody', async () => {
    const unheard: unknown[] = [];
    const hear = (reason: unknown) => void unheard.push(reason);
    process.on('unhandledRejection', hear);
    const reason = new Error('the visitor has left');
    const gone = tool('gone', (_input, signal) => {
      controller.abort(reason);
      return Promise.reject(signal.reason as Error);
    });
    const model = scripted('a:b', [call('1', 'gone'), finish('tool_calls')]);
    const events = run([model], [gone]);
    let event = await events.next();
    while (!event.done && event.value.type !== 'tool') event = await events.next();
    // The beginning of the call is told, and whoever is told takes their time.
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('unhandledRejection', hear);
    expect(unheard).toEqual([]);
    await expect(all(events)).rejects.toBe(reason);
  });

  test('are given up when nobody reads any more', async () => {
    const { promise: heard, resolve } = Promise.withResolvers<void>();
    const endless = tool('endless', (_input, signal) => {
      signal.addEventListener('abort', () => resolve());
      return new Promise(() => undefined);
    });
    const model = scripted('a:b', [call('1', 'endless'), finish('tool_calls')]);
    for await (const event of run([model], [endless])) if (event.type === 'tool') break;
    await heard;
  });

  test('more than a turn may call are refused without being called', async () => {
    const many = Array.from({ length: 20 }, (_, index) => call(String(index), 'look'));
    const model = scripted('a:b', [...many, finish('tool_calls')], [text('Yes.'), finish('stop')]);
    await all(run([model]));
    expect(calls).toHaveLength(16);
    expect(requests[1]!.messages.filter(({ role }) => role === 'tool')).toHaveLength(20);
  });
});

describe('the fallback', () => {
  const down = (code: 'provider_error' | 'provider_timeout' | 'budget_exhausted') =>
    new AppError(code);
  const second = () => scripted('second:model', [text('Here I am.'), finish('stop')]);

  test.each(['provider_error', 'provider_timeout', 'budget_exhausted'] as const)(
    'answers when the first fails before its first word: %s',
    async (code) => {
      const events = await all(run([scripted('first:model', [down(code)]), second()]));
      expect(said(events)).toBe('Here I am.');
      expect(events.findLast(({ type }) => type === 'model')).toEqual({
        type: 'model',
        id: 'second:model',
      });
    },
  );

  test.each<[string, Step[]]>([
    ['nothing', [finish('stop')]],
    ['blanks', [text(' \n'), finish('stop')]],
    ['only thoughts', [{ type: 'reasoning', text: 'Hm.' }, usage(9, 60), finish('length')]],
    ['thoughts before it fails', [{ type: 'reasoning', text: 'Hm.' }, down('provider_timeout')]],
    ['a call where none is possible', [call('1', 'look'), finish('tool_calls')]],
  ])('answers when the first writes %s', async (_case, steps) => {
    const events = await all(run([scripted('first:model', steps), second()], []));
    expect(said(events).trim()).toBe('Here I am.');
    expect(events.findLast(({ type }) => type === 'model')).toMatchObject({ id: 'second:model' });
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
  });

  test('is not asked when the first refuses without a word', async () => {
    const events = await all(run([scripted('first:model', [finish('refusal')]), second()]));
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'refusal' });
    expect(said(events)).toBe('');
    expect(requests).toHaveLength(1);
  });

  test('missing, an answer without a word is an error', async () => {
    const silent = scripted('first:model', [finish('stop')]);
    await expect(all(run([silent]))).rejects.toMatchObject({ code: 'provider_error' });
  });

  test('goes on after tools were called, and stays', async () => {
    const first = scripted(
      'first:model',
      [call('1', 'look'), finish('tool_calls')],
      [down('provider_error')],
    );
    const other = scripted(
      'second:model',
      [call('2', 'look'), finish('tool_calls')],
      [text('Three.'), finish('stop')],
    );
    expect(said(await all(run([first, other])))).toBe('Three.');
    expect(calls).toHaveLength(2);
    expect(requests).toHaveLength(4);
  });

  test('does not repeat what was begun', async () => {
    const first = scripted('first:model', [text('It is '), down('provider_error')]);
    await expect(all(run([first, second()]))).rejects.toMatchObject({ code: 'provider_error' });
    expect(requests).toHaveLength(1);
  });

  test('is not asked when the visitor has left', async () => {
    const reason = new Error('the visitor has left');
    const first = scripted('first:model', [
      () => {
        controller.abort(reason);
        return Promise.reject(reason);
      },
    ]);
    await expect(all(run([first, second()]))).rejects.toBe(reason);
    expect(requests).toHaveLength(1);
  });
});

describe('a model that says one thing again and again', () => {
  const line = 'The price of the double kayak is £16.\n';
  const loop = Array.from({ length: 100 }, () => text(line));
  let read = 0;
  const looping = (...before: Step[]) => {
    read = 0;
    const counted = loop.flatMap((step): Step[] => [
      step,
      () => {
        read++;
        return Promise.resolve();
      },
    ]);
    return scripted('a:loop', [...before, ...counted, finish('length')]);
  };

  test('is stopped, and the visitor reads it once', async () => {
    const events = await all(run([looping(text('We rent kayaks. ')), scripted('a:next', [])], []));
    expect(said(events)).toBe(`We rent kayaks. ${line}`);
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'length' });
    expect(read).toBeLessThan(10);
  });

  test('and nothing else has not answered: the next one does', async () => {
    const next = scripted('a:next', [text('Kayaks cost £20.'), finish('stop')]);
    const events = await all(run([looping(), next], []));
    expect(said(events)).toBe(`${line}\n\nKayaks cost £20.`);
    expect(events.filter(({ type }) => type === 'model').at(-1)).toEqual({
      type: 'model',
      id: 'a:next',
    });
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
  });

  test('in its thoughts is stopped there', async () => {
    const thought: ModelEvent = { type: 'reasoning', text: 'Wait, let me look again. ' };
    const thinking = scripted('a:loop', [...Array.from({ length: 100 }, () => thought)]);
    const next = scripted('a:next', [text('Kayaks cost £20.'), finish('stop')]);
    const events = await all(run([thinking, next], []));
    expect(said(events)).toBe('Kayaks cost £20.');
    const thoughts = events.filter(({ type }) => type === 'reasoning');
    expect(thoughts.length).toBeLessThan(3);
  });
});

describe('a model that refuses the length of a request', () => {
  const refused = () =>
    vendorRefused(
      'The OpenAI-compatible server',
      {
        status: 400,
        code: 'exceed_context_size_error',
        message:
          'request (753 tokens) exceeds the available context size (512 tokens), try increasing it',
        context: 512,
      },
      [],
    );
  const runShorter = (models: LanguageModel[], shorter: (ModelRequest | null)[]) => {
    const asked: unknown[] = [];
    const shorten = (...said: unknown[]) => {
      asked.push(said);
      return Promise.resolve(shorter.shift() ?? null);
    };
    const { signal } = controller;
    const events = all(
      runModel({ request: groundedRequest('Long?'), models, tools: [], shorten, signal, log }),
    );
    return { events, asked };
  };

  test('is asked again with less', async () => {
    const model = scripted('a:small', [refused()], [text('At nine.'), finish('stop')]);
    const { events, asked } = runShorter([model], [groundedRequest('Short?')]);
    expect(said(await events)).toBe('At nine.');
    expect(asked).toEqual([[{ limit: 512 }, 'a:small']]);
    expect(requests[1]?.messages).toEqual(groundedRequest('Short?').messages);
    expect((await events).filter(({ type }) => type === 'model')).toHaveLength(1);
  });
});
