import { readLineAddress } from './address.ts';
import type { LineSettings } from './settings.ts';
import { goesElsewhere, type LineWay } from './way.ts';

/** What its form asks for and what keeps a line from being saved: how one reaches it, told by both sides of the wire alike. */

/** There is none; it stays; it was typed for another address, account or way than the line has now, and is not said there. */
type StoredPassword = 'none' | 'kept' | 'ofElsewhere';

/** `known`: the line as it was saved; null: a new one. */
export const storedPassword = (
  known: (LineWay & { readonly hasPassword: boolean }) | null,
  line: LineWay,
): StoredPassword => {
  if (known === null || !known.hasPassword) return 'none';
  return goesElsewhere(known, line) ? 'ofElsewhere' : 'kept';
};

/** How one reaches a line, as its owner set it. */
export interface LineAccess extends Pick<LineSettings, 'access' | 'transport' | 'srtp' | 'domain' | 'username'> {
  readonly address: string;
  readonly password: { readonly typed: string; readonly stored: StoredPassword };
}

interface AccessFault {
  readonly field: keyof LineAccess;
  readonly fault: 'address' | 'needsTls' | 'missing' | 'again' | 'account' | 'short';
  readonly limit?: number;
}

/** A registrar account is guessed at by half of the internet. */
const SHORTEST_GATEWAY_PASSWORD = 8;
/** One word in a SIP URI (RFC 3261 §25.1, user: the unreserved part of it), the same wherever it is compared. */
const account = /^[A-Za-z0-9._-]{3,64}$/;

const needsPassword = ({ access, username, password }: LineAccess): boolean => {
  if (password.stored === 'kept') return false;
  return access !== 'address' || (password.stored === 'ofElsewhere' && username.trim() !== '');
};

/** What has to be filled in: an address to call or to register at, and what proves who we or they are. */
export const accessNeeds = (line: LineAccess): readonly ('address' | 'username' | 'password')[] => [
  ...(line.access === 'gateway' ? [] : (['address'] as const)),
  ...(line.access === 'address' ? [] : (['username'] as const)),
  ...(needsPassword(line) ? (['password'] as const) : []),
];

const passwordFaults = (line: LineAccess): readonly AccessFault[] => {
  const { typed, stored } = line.password;
  if (typed === '' && needsPassword(line))
    return [{ field: 'password', fault: stored === 'ofElsewhere' ? 'again' : 'missing' }];
  const isShort = line.access === 'gateway' && typed !== '' && typed.length < SHORTEST_GATEWAY_PASSWORD;
  return isShort ? [{ field: 'password', fault: 'short', limit: SHORTEST_GATEWAY_PASSWORD }] : [];
};

/** What keeps a line from being saved, each fault by its field. */
export const accessFaults = (line: LineAccess): readonly AccessFault[] => {
  const isGateway = line.access === 'gateway';
  const [domain, username] = [line.domain.trim(), line.username.trim()];
  const found: readonly (readonly [boolean, AccessFault])[] = [
    [!isGateway && readLineAddress(line.address) === null, { field: 'address', fault: 'address' }],
    // It becomes a part of every URI we say.
    [domain !== '' && readLineAddress(domain) === null, { field: 'domain', fault: 'address' }],
    // Its keys travel in the signalling. How a gateway comes to us is its own choice, looked at with each call.
    [line.srtp && !isGateway && line.transport !== 'tls', { field: 'srtp', fault: 'needsTls' }],
    [username === '' && line.access !== 'address', { field: 'username', fault: 'missing' }],
    [isGateway && username !== '' && !account.test(username), { field: 'username', fault: 'account' }],
  ];
  return [...found.flatMap(([isSo, fault]) => (isSo ? [fault] : [])), ...passwordFaults(line)];
};
