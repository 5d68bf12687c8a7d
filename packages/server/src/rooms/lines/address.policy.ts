import { readLineAddress } from '@lianxian/core';

/** As a host is compared: names in lower case without their closing dot, IPv6 in its short form (RFC 5952). */
const hostOf = (address: string): string => {
  const { host = '' } = readLineAddress(address) ?? {};
  return host.includes(':') ? new URL(`http://[${host}]`).hostname : host.toLowerCase().replace(/\.$/, '');
};

/** Whether both are one host, however it is written and whatever the port: calls from it come from where they came. */
export const isSameHost = (one: string, other: string): boolean => hostOf(one) === hostOf(other);

/**
 * Addresses of lines that stay on this machine, whatever their port; a regular expression that PostgreSQL reads alike, without
 * regard to case. Any other leads beyond it, and so does '', that of a gateway, which comes to us. By its text alone: a name
 * that turns out to be this machine's opens the SIP port without need, one that cannot be looked up now must not keep it shut.
 */
export const STAYS_HERE = String.raw`^\s*(?:(?:localhost\.?|127(?:\.\d{1,3}){3})(?::\d{1,5})?|::1|\[::1\](?::\d{1,5})?)\s*$`;
