/** A sentence that names a missing or wrong setting. The program ends with it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Turns the error of `listen()` into a ConfigError that names the setting; other errors are returned as they are.
 *
 * @param setting Name of the port's variable, such as `ITIH_PORT`; its host is `ITIH_HOST`.
 */
export function listenFailure(error: unknown, setting: string): unknown {
  const { code, address, port } = error as NodeJS.ErrnoException & {
    address?: unknown;
    port?: unknown;
  };
  const where = `${String(address)}:${String(port)}`;
  if (code === 'EADDRINUSE') {
    return new ConfigError(`Another program listens on ${where}: set ${setting} to a free port.`);
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    const host = setting.replace('_PORT', '_HOST');
    return new ConfigError(`This machine does not have the address of ${where}: see ${host}.`);
  }
  if (code === 'EACCES') {
    return new ConfigError(`This user may not listen on ${where}: set ${setting} to 1024 or more.`);
  }
  return error;
}
