import type { BadField } from '@lianxian/contract';
import { readLineAddress } from './address.policy.ts';

/** How one reaches a line, as its owner set it. */
export interface LineAccess {
  readonly access: 'address' | 'register' | 'gateway';
  readonly address: string;
  readonly transport: 'udp' | 'tcp' | 'tls';
  readonly srtp: boolean;
  /** Of From and To; empty: the address. */
  readonly domain: string;
  readonly username: string;
  readonly password: { readonly typed: string; readonly stored: StoredPassword };
}

/** There is none; it stays; it was typed for another address, account or way than the line has now, and is not said there. */
export type StoredPassword = 'none' | 'kept' | 'ofElsewhere';

/** A registrar account is guessed at by half of the internet. */
const SHORTEST_GATEWAY_PASSWORD = 8;
/** One word in a SIP URI (RFC 3261 §25.1, user: the unreserved part of it), the same wherever it is compared. */
const account = /^[A-Za-z0-9._-]{3,64}$/;

/** What keeps a line from being saved: we need an address to call or to register at, and what proves who we or they are. */
export const accessFault = (line: LineAccess): BadField | null => {
  const { access, address, domain, username, password } = line;
  if (access !== 'gateway' && readLineAddress(address) === null) return { field: 'address', fault: 'address' };
  // It becomes a part of every URI we say.
  if (domain !== '' && readLineAddress(domain) === null) return { field: 'domain', fault: 'address' };
  // Its keys travel in the signalling. How a gateway comes to us is its own choice, looked at with each call.
  if (line.srtp && access !== 'gateway' && line.transport !== 'tls') return { field: 'srtp', fault: 'needsTls' };
  if (username === '') return access === 'address' ? null : { field: 'username', fault: 'missing' };
  if (password.typed === '' && password.stored === 'ofElsewhere') return { field: 'password', fault: 'again' };
  if (access === 'address') return null;
  if (password.typed === '' && password.stored === 'none') return { field: 'password', fault: 'missing' };
  if (access === 'register') return null;
  if (!account.test(username)) return { field: 'username', fault: 'account' };
  const isShort = password.typed !== '' && password.typed.length < SHORTEST_GATEWAY_PASSWORD;
  return isShort ? { field: 'password', fault: 'short', limit: SHORTEST_GATEWAY_PASSWORD } : null;
};
