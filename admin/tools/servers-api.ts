import type {
  createMcpServer,
  DiscoverReply,
  FinishSignIn,
  McpServerView,
  SignInReply,
  SignOutReply,
} from '../../server/contract/mcp.ts';
import { call } from '../api.ts';

export type McpServerFields = ReturnType<(typeof createMcpServer)['parse']>;

const list = (signal: AbortSignal) => call<McpServerView[]>('GET', '/mcp/servers', { signal });

const add = (fields: Partial<McpServerFields>) =>
  call<McpServerView>('POST', '/mcp/servers', { data: fields });

const update = (id: number, fields: Partial<McpServerFields>) =>
  call<McpServerView>('POST', `/mcp/servers/${id}`, { data: fields });

const remove = (id: number) => call<{ deleted: true }>('DELETE', `/mcp/servers/${id}`);

/** Asks the server itself. */
const discover = (id: number) => call<DiscoverReply>('POST', `/mcp/servers/${id}/discover`);

/** @returns The page of the authorization server to which the browser goes */
const beginSignIn = async (id: number) =>
  (await call<SignInReply>('POST', `/mcp/servers/${id}/sign-in`)).url;

const finishSignIn = (answer: FinishSignIn) =>
  call<McpServerView>('POST', '/mcp/sign-in', { data: answer });

const signOut = (id: number) => call<SignOutReply>('DELETE', `/mcp/servers/${id}/sign-in`);

export const serversApi = {
  list,
  add,
  update,
  remove,
  discover,
  beginSignIn,
  finishSignIn,
  signOut,
};
