import { homedir } from 'node:os';
import { join } from 'node:path';

/** `system`: a service of the machine, which root installs; `user`: one of the account. */
export type Scope = 'system' | 'user';

/** Names of a service and its files. */
export interface Places {
  scope: Scope;
  /** Without `.service`. */
  name: string;
  unit: string;
  /** Variables of the sidecar, with secrets. */
  environment: string;
  /** Below systemd's folder for state. */
  state: string;
}

/** Returns a name for the service of a site: `https://example.com/shop/` has `itih-example.com-shop`. */
export function serviceName(home: string): string {
  const { host, pathname } = new URL(home);
  const words = `${host}${pathname}`.toLowerCase().split(/[^a-z0-9.]/);
  return ['itih', ...words.filter((word) => word !== '')].join('-');
}

/** @param root Folder in place of `/`, for tests. */
export function placesOf(scope: Scope, name: string, root = '/', home = homedir()): Places {
  const system = scope === 'system';
  const units = system ? join(root, 'etc/systemd/system') : join(home, '.config/systemd/user');
  const settings = system ? join(root, 'etc/itih-rag-chat') : join(home, '.config/itih-rag-chat');
  return {
    scope,
    name,
    unit: join(units, `${name}.service`),
    environment: join(settings, `${name}.env`),
    state: `itih-rag-chat/${name}`,
  };
}
