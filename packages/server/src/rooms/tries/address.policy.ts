import { limits } from '@lianxian/contract';

const IPV6_GROUPS = 8;
/** A provider gives a household or an office a /64 at least (RFC 6177): counting single addresses would count nobody. */
const NETWORK_GROUPS = 4;

/** The network that failures are counted for: an IPv4 address, or the first 64 bits of an IPv6 one. */
export const networkOf = (ip: string): string => {
  const plain = ip.replace(/%.*$/, '').toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped !== undefined || !plain.includes(':')) return mapped ?? plain;
  const [head = '', tail] = plain.split('::');
  const groups = (text: string | undefined): string[] => (text ? text.split(':') : []);
  const [before, after] = [groups(head), groups(tail)];
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, IPV6_GROUPS - before.length - after.length)).fill('0');
  const network = [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS);
  return `${network.map(group => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
};

/** Whole minutes until the window of an address ends, at least 1; `null` while its budget lasts. */
export const minutesUntilWindow = (
  { failures, beganAt }: { readonly failures: number; readonly beganAt: Date },
  at: Date,
): number | null => {
  if (failures <= limits.addressFailures) return null;
  const left = beganAt.getTime() + limits.loginLockMs - at.getTime();
  return Math.max(1, Math.ceil(left / 60_000));
};
