import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ModelMessage } from '../../../server/providers/language-model.ts';
import { callsInProse } from '../../../server/providers/shared/tool-calls.ts';

fc.configureGlobal({ seed: 17 });

const name = fc.constantFrom('find_stock', 'opening_hours');
const content = fc.string({ unit: 'grapheme' });
const turn: fc.Arbitrary<ModelMessage[]> = fc
  .record({
    question: content,
    answer: content,
    calls: fc.array(fc.record({ name, day: content, result: content, ok: fc.boolean() })),
  })
  .map(({ question, answer, calls }) => [
    { role: 'user', content: question },
    {
      role: 'assistant',
      content: answer,
      toolCalls: calls.map((call, index) => ({
        id: `call_${index}`,
        name: call.name,
        input: { day: call.day },
      })),
    },
    ...calls.map((call, index) => ({
      role: 'tool' as const,
      callId: `call_${index}`,
      name: call.name,
      content: call.result,
      ok: call.ok,
    })),
  ]);

test('loses nothing that was said, and has users and assistants take turns', () => {
  fc.assert(
    fc.property(fc.array(turn), (turns) => {
      const messages = turns.flat();
      const told = callsInProse([{ role: 'system', content: 'Be kind.' }, ...messages]);
      expect(told[0]).toEqual({ role: 'system', content: 'Be kind.' });
      for (const [index, { role }] of told.slice(1).entries()) {
        expect(role).toBe(index % 2 === 0 ? 'user' : 'assistant');
      }
      const text = told.map((message) => message.content).join('\n');
      for (const message of messages) {
        expect(text).toContain(message.content);
        if (message.role !== 'assistant') continue;
        for (const { input } of message.toolCalls ?? []) {
          expect(text).toContain(JSON.stringify(input));
        }
      }
    }),
  );
});

test('says that a call failed', () => {
  const failed: ModelMessage = {
    role: 'tool',
    callId: 'a',
    name: 'find_stock',
    content: 'No answer.',
    ok: false,
  };
  expect(callsInProse([failed])).toEqual([
    { role: 'user', content: 'The tool find_stock answers:\nError: No answer.' },
  ]);
});
