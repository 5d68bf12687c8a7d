import { openSecrets } from '../src/platform/secrets.ts';

/** The demo merchant and its owner. */
export const demo = { merchantNumber: '100268', merchantName: '启航教育', account: 'demo', name: '王晓雯' } as const;

/** Who else signs in to the demo, with the same password: the platform, the merchant's reseller, two seats of the merchant. */
export const demoLevels = {
  platform: { merchantNumber: '100000', merchantName: '平台', account: 'admin', name: '平台管理员', kind: 'platform' },
  reseller: { merchantNumber: '100100', merchantName: '华东渠道', account: 'agent', name: '周敏', kind: 'reseller' },
  employee: { account: 'staff', name: '李强', role: '坐席', template: 'seat' },
  colleague: { account: 'staff2', name: '陈静', role: '坐席', template: 'seat' },
} as const;

/** Who of the demo takes calls, in this order; the plan of the demo hands over to their group. */
export const demoSeats = {
  group: '客服',
  people: [
    { account: demo.account, extension: 8_001 },
    { account: demoLevels.employee.account, extension: 8_002 },
    { account: demoLevels.colleague.account, extension: 8_003 },
  ],
} as const;

/** Figures and small letters of which none is taken for another: it is typed from a terminal. 32 of them, so that 5 bits are one. */
const LEGIBLE = 'abcdefghijkmnpqrstuvwxyz23456789';
const CHARS = 14;

/**
 * The password of the demo accounts: this installation's own (70 bits of a signature with its key), so nodes that share
 * key and database have the same one, and nothing but the key must be kept.
 */
export const demoPasswordOf = (secretKey: string): string => {
  const bytes = Buffer.from(openSecrets(secretKey).sign('demo password'), 'base64url');
  return Array.from(bytes.subarray(0, CHARS), byte => LEGIBLE[byte % LEGIBLE.length]).join('');
};
