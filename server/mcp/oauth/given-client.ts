import { AppError } from '../../errors/app-error.ts';
import type { McpServer } from '../../storage/mcp-servers.ts';
import type { OAuthRecord, Records } from './records.ts';

type Client = OAuthRecord['givenClient'];

interface Changes {
  /** Undefined: unchanged. Empty: none. */
  clientId?: string | undefined;
  clientSecret?: string | undefined;
}

const refuse = (name: string, message: string) =>
  new AppError('invalid_request', { fields: { [name]: message } });

/** One that is named again may be sent to another issuer than before. @throws AppError `invalid_request` */
function changedClient(before: Client, { clientId, clientSecret }: Changes): Client {
  if (clientId === undefined && clientSecret === undefined) return before;
  const id = clientId ?? before?.client_id ?? '';
  const secret = clientSecret ?? (id === before?.client_id ? before.client_secret : '');
  if (id === '' && secret) throw refuse('oauth_client_id', 'Enter the client ID, too.');
  return id === '' ? undefined : { client_id: id, ...(secret && { client_secret: secret }) };
}

/**
 * Keeps the client that the owner has given. Tokens are for one address, so that another one begins without; a
 * secret may not follow to another origin unless it is named.
 */
export const createGivenClient = ({ open, seal, change }: Records) => ({
  /** Returns what is stored for a new server, or for another address. @throws AppError `invalid_request` */
  clientFor(before: McpServer | undefined, url: string, changes: Changes): string | null {
    const client = changedClient(before && open(before).givenClient, changes);
    const isElsewhere = before && new URL(url).origin !== new URL(before.url).origin;
    if (isElsewhere && client?.client_secret && changes.clientSecret === undefined) {
      const message = 'Enter the secret again: it was stored for another address.';
      throw refuse('oauth_client_secret', message);
    }
    return seal(client ? { givenClient: client } : {}, url);
  },

  /** Changes the client at the same address. @throws AppError `invalid_request` */
  changeClient: (id: number, changes: Changes): Promise<void> =>
    change(id, ({ givenClient, ...record }) => {
      const client = changedClient(givenClient, changes);
      if (client === givenClient) return null;
      return client ? { ...record, givenClient: client } : record;
    }),
});
