import { createAccess } from './access.ts';
import { createBegin } from './begin-sign-in.ts';
import { createFinish } from './finish-sign-in.ts';
import { createGivenClient } from './given-client.ts';
import { createRecords, signInState } from './records.ts';
import { createSignOut } from './sign-out.ts';
import type { McpServer } from '../../storage/mcp-servers.ts';

type Dependencies = Parameters<typeof createRecords>[0] &
  Omit<Parameters<typeof createAccess>[0] & Parameters<typeof createBegin>[0], 'records'>;

/** Signs owners in to MCP servers, and keeps, refreshes and deletes the tokens. */
export function createOAuth(dependencies: Dependencies) {
  const records = createRecords(dependencies);
  const all = { ...dependencies, records };
  return {
    access: createAccess(all),
    begin: createBegin(all),
    finish: createFinish(all),
    signOut: createSignOut(all),
    ...createGivenClient(records),

    /** Tells what a server asks of the owner, and the client that they have given. */
    view(server: McpServer) {
      const record = records.open(server);
      return {
        state: signInState(record, server.authHeader),
        clientId: record.givenClient?.client_id ?? '',
        hasSecret: record.givenClient?.client_secret !== undefined,
      };
    },
  };
}
export type OAuth = ReturnType<typeof createOAuth>;
