import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { find, run } from './commands.ts';
import { keptTree, Unavailable } from './packages.ts';
import { freePort } from './ports.ts';

const wanted = ['python3', 'g++', 'make', 'bash'];

/** Returns the folder of a llama.cpp server and a small model, made in ten minutes and then kept. */
export function prepareLlamaCpp(): Promise<string> {
  const missing = wanted.filter((name) => !find(name));
  if (missing.length > 0)
    throw new Unavailable(`llama.cpp: ${missing.join(', ')} is not installed`);
  const script = join(import.meta.dirname, 'llama-cpp.sh');
  return keptTree('llama-cpp-11434', async ({ downloads, tree }) => {
    await run('bash', [script, downloads, tree]);
  });
}

/** Why it cannot be had here; `null` if it can. */
export const missingLlamaCpp = async (): Promise<string | null> => {
  try {
    await prepareLlamaCpp();
    return null;
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    return error.message;
  }
};

export interface LlamaProcess {
  origin: string;
  /** The path of the model's file. */
  model: string;
  /** Lets it stand still. */
  freeze: () => void;
  /** Ends it at once, as a crash does. */
  kill: () => Promise<void>;
}

/**
 * Starts the server of `folder` on a free port, with one slot. It ends with this process.
 *
 * @param ready Whether to wait until it has loaded its model.
 */
export async function startLlamaProcess(
  folder: string,
  options: readonly string[],
  ready: boolean,
): Promise<LlamaProcess> {
  const port = await freePort();
  const model = join(folder, 'model.gguf');
  const where = ['--host', '127.0.0.1', '--port', `${port}`];
  const child = spawn(
    join(folder, 'bin/llama-server'),
    ['-m', model, ...where, '-t', '2', '--parallel', '1', '--jinja', '--no-webui', ...options],
    { stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  const origin = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(`${origin}/health`).then(
      ({ status }) => status === 200 || (!ready && status === 503),
      () => false,
    );
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`llama-server ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    origin,
    model,
    freeze: () => void child.kill('SIGSTOP'),
    async kill() {
      process.off('exit', end);
      end();
      await ended;
    },
  };
}
