/**
 * An MCP server with one tool, which says how many pieces of an article are in stock:
 * `TOKEN=… PORT=8787 node server.ts`
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type NodeIncomingMessageLike, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';

const { TOKEN: token, PORT: port = '8787' } = process.env;
if (!token) throw new Error('TOKEN is missing: whoever knows it may call the tool.');

/** Stands for the shop's own records: pieces by article. */
const stock = new Map([
  ['A-17', 12],
  ['B-4', 0],
]);

function shop(): McpServer {
  const server = new McpServer({ name: 'shop', version: '1.0.0' });
  server.registerTool(
    'stock',
    {
      title: 'Stock of an article',
      description: 'Says how many pieces of an article are in stock now.',
      inputSchema: z.object({ article: z.string().describe('Number of the article, as A-17') }),
      // The chat offers models only tools that say that they destroy nothing.
      annotations: { readOnlyHint: true },
    },
    ({ article }) => {
      const pieces = stock.get(article);
      const text = pieces === undefined ? `No article ${article}.` : `${article}: ${pieces} pieces`;
      return { content: [{ type: 'text', text }], isError: pieces === undefined };
    },
  );
  return server;
}

const handle = toNodeHandler(createMcpHandler(shop));
const server = createServer((request, response) => {
  if (request.headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end();
  // Without the cast the package's types do not fit Node's where `exactOptionalPropertyTypes` is set.
  return handle(request as NodeIncomingMessageLike, response);
});
server.listen(Number(port), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
});
