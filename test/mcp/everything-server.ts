import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../program.ts';

const program = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'),
);

const loopback = new URL('loopback.mjs', import.meta.url).href;

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** MCP's own reference server, in a process of its own. */
export async function startEverything(port?: number) {
  const at = port ?? (await freePort());
  const child = spawn(process.execPath, ['--import', loopback, program, 'streamableHttp'], {
    env: { ...compileCache, PORT: String(at) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lines = createInterface({ input: child.stderr });
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => line.includes('listening') && resolve());
    child.on('exit', (code) => reject(new Error(`The reference server ended with ${code}.`)));
  });
  return {
    port: at,
    url: `http://127.0.0.1:${at}/mcp`,
    async stop(): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
export type Everything = Awaited<ReturnType<typeof startEverything>>;
