/** The tools of a real MCP server, called by every kind of language model, through a whole sidecar. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chatReply, type ChatReply } from '../../server/contract/chat.ts';
import type { McpServerView } from '../../server/contract/mcp.ts';
import type { ScriptedAnswer } from '../conformance/tool-use.ts';
import { answer as anthropicAnswer } from '../fakes/anthropic-behaviours.ts';
import { anthropicKey, startAnthropicServer } from '../fakes/anthropic-server.ts';
import { startOllamaServer } from '../fakes/ollama-server.ts';
import { fakeApiKey, startOpenAiServer } from '../fakes/openai-server.ts';
import { fakeAccount, fakeToken, startWorkersAiServer } from '../fakes/workers-ai-server.ts';
import { startEverything, type Everything } from '../mcp/everything-server.ts';
import { oneDatabase, startSidecar, type Sidecar } from './sidecar.ts';

type HistoryTurn = Pick<ScriptedAnswer, 'text' | 'toolCalls'>;

interface Vendor {
  connection: Record<string, string>;
  answerWith: (...answers: HistoryTurn[]) => void;
  /** The bodies of what it was asked. */
  asked: () => Record<string, unknown>[];
  close: () => Promise<void>;
}

const bodies = ({ requests }: { requests: { body: Record<string, unknown> }[] }) =>
  requests.map(({ body }) => body);

const scripted = (answer: HistoryTurn) => ({ kind: 'answer' as const, ...answer });

const vendors: Record<string, () => Promise<Vendor>> = {
  async openai() {
    const server = await startOpenAiServer();
    return {
      connection: { api_key: fakeApiKey, base_url: server.url, model: 'gpt-4o-mini' },
      answerWith: (...answers) => server.script(...answers.map(scripted)),
      asked: () => bodies(server),
      close: server.close,
    };
  },
  async anthropic() {
    const server = await startAnthropicServer();
    return {
      connection: { api_key: anthropicKey, base_url: server.url, model: 'claude-sonnet-5' },
      answerWith: (...answers) => server.script(...answers.map((one) => anthropicAnswer(one))),
      asked: () => bodies(server),
      close: server.close,
    };
  },
  async ollama() {
    const server = await startOllamaServer();
    return {
      connection: { base_url: server.url, model: 'llama3.2:3b' },
      answerWith: (...answers) => server.script(...answers.map(scripted)),
      asked: () => bodies(server),
      close: server.close,
    };
  },
  async workers_ai() {
    const server = await startWorkersAiServer();
    return {
      connection: {
        api_key: fakeToken,
        account_id: fakeAccount,
        base_url: server.url,
        model: '@cf/meta/llama-3.3-70b-instruct-fp8-fast',
      },
      answerWith: (...answers) => server.script(...answers.map(scripted)),
      asked: () => bodies(server),
      close: server.close,
    };
  },
};

describe.each(oneDatabase)('tools on %s', (_name, databaseUrl) => {
  let everything: Everything;
  let sidecar: Sidecar;
  let server: McpServerView;
  beforeAll(async () => {
    everything = await startEverything();
    sidecar = await startSidecar(databaseUrl());
    const settings = { mcp: { enabled: true }, limits: { per_ip_max: 0 } };
    await sidecar.shim.admin('PUT', '/settings', { body: settings });
    const added = await sidecar.shim.admin<McpServerView>('POST', '/mcp/servers', {
      body: { name: 'Everything', url: everything.url, allowed_tools: ['get-sum', 'echo'] },
    });
    expect(added.status).toBe(201);
    server = added.body;
    const found = await sidecar.shim.admin('POST', `/mcp/servers/${server.id}/discover`);
    expect(found.status).toBe(200);
  }, 30_000);
  afterAll(async () => {
    await sidecar.stop();
    await everything.stop();
  });

  const call = (name: string, input: Record<string, unknown>) => ({ name, input });

  describe.each(Object.entries(vendors))('with %s', (provider, start) => {
    let vendor: Vendor;
    beforeAll(async () => {
      vendor = await start();
      const { status } = await sidecar.shim.admin('PUT', '/settings', {
        body: { llm: { provider, [provider]: vendor.connection } },
      });
      expect(status).toBe(200);
    });
    afterAll(() => vendor.close());

    test('a stream tells of the calls, and the results are answered from', async () => {
      vendor.answerWith(
        {
          text: ['Let me see.'],
          toolCalls: [call('get-sum', { a: 2, b: 40 }), call('echo', { message: 'ahoy' })],
        },
        { text: ['It is ', '42.'] },
      );
      const { frames, text } = await sidecar.shim.chat('What do two and forty make?');
      expect(text).toBe('Let me see.\n\nIt is 42.');
      const tools = frames.flatMap(({ data }) => (data.type === 'tool' ? data : []));
      expect(tools.slice(0, 2)).toMatchObject([
        { name: 'get-sum', label: 'Get Sum Tool', state: 'start' },
        { name: 'echo', label: 'Echo Tool', state: 'start' },
      ]);
      expect(tools.slice(2).map(({ state, ok }) => [state, ok])).toEqual([
        ['end', true],
        ['end', true],
      ]);
      expect(JSON.stringify(frames)).not.toContain('The sum of 2 and 40');
      const last = JSON.stringify(vendor.asked().at(-1));
      expect(last).toContain('The sum of 2 and 40 is 42.');
      expect(last).toContain('Echo: ahoy');
      // Tools that the owner has not chosen are not offered.
      expect(last).not.toContain('get-env');
    });

    test('an answer as a whole names them', async () => {
      vendor.answerWith(
        { toolCalls: [call('get-sum', { a: 'two' })] },
        { text: ['I cannot add these.'] },
      );
      const { body, status } = await sidecar.shim.call<ChatReply>('POST', '/chat/sync', {
        body: { message: 'What do two and forty make?' },
      });
      expect(status).toBe(200);
      expect(chatReply.parse(body)).toMatchObject({
        reply: 'I cannot add these.',
        tool_calls: [{ name: 'get-sum', ok: false }],
      });
    });

    test('a model that never stops calling is asked for an answer after five turns', async () => {
      const before = vendor.asked().length;
      const again = { toolCalls: [call('echo', { message: 'again' })] };
      vendor.answerWith(again, again, again, again, again, { text: ['Enough.'] });
      const { frames, text } = await sidecar.shim.chat('Say it again and again.');
      expect(text).toBe('Enough.');
      const ended = frames.filter(({ data }) => data.type === 'tool' && data.state === 'end');
      expect(ended).toHaveLength(5);
      expect(vendor.asked().length - before).toBe(6);
    });
  });

  test('nothing is offered when tools are off, and the question is refused without a model', async () => {
    await sidecar.shim.admin('PUT', '/settings', { body: { mcp: { enabled: false } } });
    const { frames } = await sidecar.shim.chat('What do two and forty make?');
    expect(frames.at(-1)?.data).toMatchObject({ type: 'done', finish_reason: 'refusal' });
    await sidecar.shim.admin('PUT', '/settings', { body: { mcp: { enabled: true } } });
  });

  test('the address of a network that nobody has allowed is refused', async () => {
    const { status, body } = await sidecar.shim.admin('POST', '/mcp/servers', {
      body: { name: 'Inside', url: 'http://127.0.0.2:3306/mcp' },
    });
    expect([status, body['code']]).toEqual([422, 'blocked_address']);
  });
});
