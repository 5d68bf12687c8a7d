import type { Offer } from '@lianxian/core';

/** What of a line says how secret its calls are. */
interface Secrecy {
  readonly transport: 'udp' | 'tcp' | 'tls';
  readonly srtp: boolean;
}

/**
 * A line that is set to TLS takes no call that came in the clear, one that is set to encrypt no call without keys: else
 * whoever forges its address, or sits on the way, talks it out of what it promises.
 */
export const isTooPlain = (
  { transport, srtp }: Secrecy,
  { isSecret, isEncrypted }: Pick<Offer, 'isSecret' | 'isEncrypted'>,
): boolean => (transport === 'tls' && !isSecret) || (srtp && !isEncrypted);
