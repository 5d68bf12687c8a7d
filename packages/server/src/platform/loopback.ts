import { isIPv4 } from 'node:net';

/**
 * An address by which a machine reaches itself (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3), also as a dual-stack socket names IPv4 peers
 * (§2.5.5.2). False for names, `localhost` among them.
 */
export const isLoopback = (address: string): boolean => {
  const plain = address.replace(/^::ffff:/i, '');
  return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'));
};
