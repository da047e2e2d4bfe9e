/** @jest-environment jsdom */
import { beforeAll, expect, test } from '@jest/globals';
import { createAnswers } from '../../widget/answer.ts';
import { createConversation } from '../../widget/conversation.ts';
import { batched, element } from '../../widget/dom.ts';
import { createMarkdown } from '../../widget/markdown.ts';
import { createSession } from '../../widget/session.ts';
import { englishStrings } from '../../widget/strings.ts';
import { ownerText } from '../../widget/view/consent.ts';
import { failureBox } from '../../widget/view/failure-box.ts';
import { messageView, type MessageView } from '../../widget/view/message.ts';
import {
  completeBrowser,
  done,
  fakeServer,
  liveStream,
  memoryStorage,
  meta,
  session as sessionReply,
  settle,
  source,
} from './browser.ts';
import { isFull } from '../full-runs.ts';

beforeAll(completeBrowser);

/** One paragraph, with a citation; 1,000 characters. */
const paragraph = (index: number) =>
  `word${index} opens **at nine** [1]. `.padEnd(998, 'and then it closes. ') + '\n\n';
/** It comes in four deltas. */
const deltaChars = 250;

/** Paragraphs between two rests, in which the page is drawn. */
const burst = 12;

/**
 * Streams an answer into the view of a message. Without a shadow root: jsdom walks all of it for each new node.
 * Returns the milliseconds of this thread, and the text that is seen at the end.
 */
async function stream(paragraphs: number): Promise<{ ms: number; text: string | null }> {
  const live = liveStream();
  const { fetch } = fakeServer({
    'GET session': () => sessionReply(),
    'POST chat': () => live.response,
  });
  const storage = memoryStorage();
  const session = createSession('https://example.org/wp-json/itih/v1/', storage, fetch);
  const conversation = createConversation(session, createAnswers(session, storage, 'en'), 40);
  const nothing = () => undefined;
  const context = {
    strings: englishStrings,
    locale: 'en',
    announce: nothing,
    conversation,
    retry: nothing,
    ask: nothing,
    search: () => element('a'),
    contact: undefined,
    shared: { createMarkdown, failureBox, ownerText },
  };
  let view: MessageView | undefined;
  let frames = 0;
  conversation.subscribe(
    batched(() => {
      const message = conversation.state().messages.at(-1);
      if (!message) return;
      view ??= messageView(message, context);
      if (view.shown !== message) view.update(message);
      frames++;
    }),
  );
  const asked = conversation.ask('Everything?');
  live.send(meta);
  await settle();

  const before = process.threadCpuUsage();
  for (let index = 0; index < paragraphs; index++) {
    const text = paragraph(index);
    for (let at = 0; at < text.length; at += deltaChars) {
      live.send({ type: 'delta', content: text.slice(at, at + deltaChars) });
    }
    if (index % burst === burst - 1) await settle(17);
  }
  live.send({ type: 'citations', sources: [source] });
  live.send(done);
  live.end();
  await asked;
  await settle();
  const { user, system } = process.threadCpuUsage(before);
  expect(frames).toBeGreaterThan(paragraphs / burst / 2);
  expect(view?.root.dataset['status']).toBe('done');
  return {
    ms: (user + system) / 1000,
    text: view?.root.querySelector('.bubble')?.textContent ?? null,
  };
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

test('a long streamed answer is shown whole, in linear time', async () => {
  // 1 MB, or 240 KB.
  const many = isFull ? 1000 : 240;
  const shown = Array.from({ length: many }, (_, index) =>
    paragraph(index).trim().replaceAll('**', '').replace('[1]', '1').replace(' 1', '1'),
  ).join('');
  await stream(many / 4);
  const few: number[] = [];
  const all: number[] = [];
  for (let tries = 0; tries < 3; tries++) {
    few.push((await stream(many / 4)).ms);
    const { ms, text } = await stream(many);
    all.push(ms);
    expect(text === shown).toBe(true);
  }
  // A square would be 16 times as much.
  expect(median(all) / median(few)).toBeLessThan(8);
}, 60_000);
