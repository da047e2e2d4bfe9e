import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openMcp, patient, withMcp, type OpenMcp } from './open-mcp.ts';
import { startEverything, type Everything } from './everything-server.ts';

let everything: Everything;
let mcp: OpenMcp;
let id: number;
beforeAll(async () => {
  everything = await startEverything();
  mcp = await openMcp();
  id = await mcp.add(everything.url, { name: 'Everything' });
}, 30_000);
afterAll(async () => {
  await mcp.close();
  await everything.stop();
});

const call = async (name: string, input: Record<string, unknown>) =>
  (await mcp.offered(name)).call(input, { signal: patient });

test('discovers its tools, and offers those that can be called', async () => {
  const { tools, discoveredAt } = await mcp.mcpServers.get(id);
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['echo', 'get-sum', 'simulate-research-query']),
  );
  expect(discoveredAt).toBeGreaterThan(0);
  const offered = await mcp.tools.offered(withMcp, patient);
  const names = offered.map(({ definition }) => definition.name);
  expect(names).toContain('get-sum');
  // It only runs as a task.
  expect(names).not.toContain('simulate-research-query');
  const sum = offered.find(({ definition }) => definition.name === 'get-sum');
  expect(sum?.label).toBe('Get Sum Tool');
  expect(sum?.definition.inputSchema).toMatchObject({
    type: 'object',
    properties: { a: { type: 'number' }, b: { type: 'number' } },
  });
});

test('calls', async () => {
  expect(await call('get-sum', { a: 2, b: 40 })).toEqual({
    ok: true,
    content: 'The sum of 2 and 40 is 42.',
  });
  const weather = await call('get-structured-content', { location: 'Chicago' });
  expect(JSON.parse(weather.content)).toMatchObject({ temperature: expect.any(Number) });
  const picture = await call('get-tiny-image', {});
  expect(picture.content).toContain('[An image (image/png), not shown]');
  const wrong = await call('get-sum', { a: 'two' });
  expect(wrong).toEqual({ ok: false, content: expect.stringContaining('expected number') });
});

test('begins a new session silently when the server was started again', async () => {
  const before = await mcp.offered('get-sum');
  await everything.stop();
  const down = await before.call({ a: 1, b: 1 }, { signal: patient });
  expect(down).toEqual({ ok: false, content: expect.stringContaining('cannot be reached') });
  everything = await startEverything(everything.port);
  expect(await before.call({ a: 1, b: 1 }, { signal: patient })).toEqual({
    ok: true,
    content: 'The sum of 1 and 1 is 2.',
  });
}, 30_000);
