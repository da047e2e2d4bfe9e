/** The client that MCP's conformance suite examines: ours, whole, with the address it gives as argument. */
import { openMcp, patient, withMcp } from './open-mcp.ts';

const [url = ''] = process.argv.slice(2);
const {
  client_id: clientId,
  client_secret: clientSecret,
  toolCalls = [],
} = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as {
  client_id?: string;
  client_secret?: string;
  toolCalls?: { name: string; arguments: Record<string, unknown> }[];
};
const mcp = await openMcp({
  allow: 'localhost,127.0.0.1,[::1]',
  clientUrl: 'https://conformance-test.local/client-metadata.json',
});
/** An owner who does not give up at once. */
const maxSignIns = 2;

/** Does what an owner does: signs in when the screen asks for it, and tries again. */
async function withOwner<T>(id: number, work: () => Promise<T>): Promise<T> {
  for (let signIns = 0; ; signIns++) {
    try {
      return await work();
    } catch (error) {
      const state = await mcp.signInState(id);
      if (signIns === maxSignIns || state === 'none' || state === 'signed_in') throw error;
      await mcp.signIn(id);
    }
  }
}

// Nothing destructive: its tools say nothing of themselves, so that the owner has to name them.
const asked = toolCalls.map(({ name }) => name);
const id = await mcp.know(url, {
  allowedTools: ['add_numbers', 'test_reconnection', 'test-tool', 'valid_tool', ...asked],
  oauth: mcp.oauth.clientFor(undefined, url, { clientId, clientSecret }),
});
await withOwner(id, () => mcp.discover(id));
for (const tool of await mcp.tools.offered(withMcp)) {
  const own = toolCalls.filter(({ name }) => name === tool.definition.name);
  const inputs = own.length > 0 ? own.map((one) => one.arguments) : [{ a: 5, b: 3 }];
  for (const input of inputs) {
    await withOwner(id, async () => {
      const result = await tool.call(input, { signal: patient });
      if (!result.ok) throw new Error(result.content);
    });
  }
}
await mcp.close();
