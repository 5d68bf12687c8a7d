import { BlockList, isIP } from 'node:net';

/** Addresses that a far end on the internet cannot reach (RFC 1918, 3927, 4193, 4291, 6598). */
const hidden = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  hidden.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  hidden.addSubnet(network, bits, 'ipv6');

/** False for a name: nobody knows. */
export const isPrivateHost = (host: string): boolean => {
  const family = isIP(host);
  return family !== 0 && hidden.check(host, family === 6 ? 'ipv6' : 'ipv4');
};
