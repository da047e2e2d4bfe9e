import { jest } from '@jest/globals';

export interface Ended {
  /** As the program's: 1 where `process.exitCode` is set. */
  status: number;
  stdout: string;
}

/** Runs a command of the program in this process, with these variables more. Its log is silent. */
export async function inProcess(
  env: Record<string, string>,
  command: () => Promise<void>,
): Promise<Ended> {
  const before = { ...process.env };
  Object.assign(process.env, env, { ITIH_LOG_LEVEL: 'silent' });
  let stdout = '';
  const spies = [
    jest.spyOn(console, 'log').mockImplementation((text: string) => {
      stdout += `${text}\n`;
    }),
    jest.spyOn(console, 'error').mockImplementation(() => undefined),
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      stdout += String(text);
      return true;
    }),
  ];
  try {
    await command();
    return { status: Number(process.exitCode ?? 0), stdout };
  } finally {
    process.exitCode = 0;
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
    for (const spy of spies) spy.mockRestore();
  }
}
