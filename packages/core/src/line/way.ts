import type { LineSettings } from './settings.ts';

/** What decides to whom the password of a line is said, and who we say we are there. */
export interface LineWay extends Pick<LineSettings, 'access' | 'domain' | 'transport' | 'tlsCheck' | 'username'> {
  /** Of no meaning for a gateway, which comes to us. */
  readonly address: string;
}

const wayOf = ({ access, address, domain, transport, username }: LineWay): string => {
  const where = access === 'gateway' ? [] : [address, domain, transport];
  return [access, ...where.map(word => word.trim().toLowerCase()), username.trim()].join('\n');
};

/** Who is there is not looked at any more: whoever sits on the way may be it. */
const isUnchecked = (before: LineWay, after: LineWay): boolean =>
  after.access !== 'gateway' && after.transport === 'tls' && before.tlsCheck === 'ca' && after.tlsCheck === 'any';

/**
 * Whether a stored password would be shown to another than the one it was typed for: whoever may change a line, and does not
 * know its password, could send it to an address of his own. Then it has to be typed again.
 */
export const goesElsewhere = (before: LineWay, after: LineWay): boolean =>
  wayOf(before) !== wayOf(after) || isUnchecked(before, after);
