import ipaddr from 'ipaddr.js';
import { isPublic } from './address-guard.ts';

/** Names that no public host has. https://www.rfc-editor.org/rfc/rfc6762#appendix-G */
const privateName = /\.(local|localhost|lan|internal|intranet|home|corp|private|home\.arpa)$/;

/**
 * Whether an address is that of a server of the owner's own: one without encryption, in a private network, or known by
 * a name of one's own. Nothing is looked up.
 */
export function isOwnServer(address: string): boolean {
  const { protocol, hostname } = URL.parse(address.trim()) ?? {};
  if (hostname === undefined) return false;
  if (protocol === 'http:') return true;
  const host = hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(host)) return !isPublic(host);
  return !host.includes('.') || privateName.test(host);
}
