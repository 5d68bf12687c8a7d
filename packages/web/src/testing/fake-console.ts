import type { endpoints, OutputOf } from '@lianxian/contract';
import type { z } from 'zod';

import { FakeRefusal, resetCode } from './fake-security.ts';

/** Merchants, resellers and money of the fake server: small, but they remember what was done to them. */
type Merchant = OutputOf<typeof endpoints.merchant.list>['list'][number];
type Entry = OutputOf<typeof endpoints.balance.ledger>['list'][number];
type SaveInput = z.output<typeof endpoints.merchant.save.input>;
type MoveInput = z.output<typeof endpoints.balance.topUp.input>;

const east = { id: '20', name: '华东渠道' };
const merchant = (part: Partial<Merchant>): Merchant => ({
  id: '11',
  number: '100268',
  name: '启航教育',
  contactName: '王晓雯',
  contactPhone: '021-60001234',
  remark: '',
  employeeLimit: 50,
  seatLimit: 50,
  channelLimit: 300,
  active: true,
  createdAt: '2026-11-02T02:00:00Z',
  owner: 'demo',
  balance: '100.5',
  available: '100.5',
  lines: 2,
  people: 7,
  live: 3,
  callsToday: 1_204,
  reseller: east,
  ...part,
});

const entries: readonly Entry[] = [
  {
    id: '3',
    at: '2026-11-20T08:00:00Z',
    kind: 'call',
    amount: '-0.12',
    amountAfter: '100.5',
    callId: '41',
    peer: null,
    note: '',
  },
  {
    id: '2',
    at: '2026-11-19T08:00:00Z',
    kind: 'transferIn',
    amount: '100.62',
    amountAfter: '100.62',
    callId: null,
    peer: { number: '100100', name: '华东渠道' },
    note: '十一月',
  },
];

const whole = <Row>(list: readonly Row[]) => ({ list: [...list], total: list.length, after: null });

export const createFakeConsole = () => {
  let merchants = [
    merchant({}),
    merchant({ id: '12', number: '100269', name: '明德口腔', active: false, live: 0, callsToday: 0, reseller: null }),
  ];
  const claim = { number: '02160000000', core: '2160000000', address: '203.0.113.18:5060', proven: false, held: false };
  let claims: OutputOf<typeof endpoints.platform.claims>['list'] = [
    {
      ...claim,
      id: '61',
      merchantId: '12',
      merchantNumber: '100269',
      merchantName: '明德口腔',
      lineName: '沪联通-01',
      held: true,
      since: '2026-11-02T02:00:00Z',
      awardedAt: null,
    },
    {
      ...claim,
      id: '62',
      merchantId: '11',
      merchantNumber: '100268',
      merchantName: '启航教育',
      lineName: '上海固话',
      since: '2026-11-08T02:00:00Z',
      awardedAt: null,
    },
  ];
  const info = { contactName: '王晓雯', contactPhone: '021-60001234' };
  const put = (id: string, part: Partial<Merchant>) => {
    merchants = merchants.map(row => (row.id === id ? { ...row, ...part } : row));
  };
  const move = ({ cid, amount }: MoveInput) => {
    const row = merchants.find(each => each.number === cid)!;
    const after = String(Number(row.balance) + Number(amount));
    put(row.id, { balance: after, available: after });
    return { amount: after, available: '900' };
  };
  const handlers: Record<string, (input: never) => unknown> = {
    'merchant/list': ({ q = '', state }: { q?: string; state?: 'on' | 'off' }) =>
      whole(
        merchants.filter(
          row => `${row.number} ${row.name}`.includes(q) && (state === undefined || row.active === (state === 'on')),
        ),
      ),
    'merchant/save': ({ id, ...input }: SaveInput) => {
      if (id !== undefined) put(id, input as Partial<Merchant>);
      else merchants = [merchant({ ...(input as Partial<Merchant>), id: '13', number: '100300' }), ...merchants];
      return {
        id: id ?? '13',
        number: '100300',
        account: input.account ?? 'demo',
        password: id ? null : 'Kx7mPq2RtY4z',
      };
    },
    'merchant/setActive': ({ id, active }: { id: string; active: boolean }) => {
      put(id, { active });
      return { tasks: active ? 0 : 2 };
    },
    'merchant/resetOwner': ({ code }: { code: string }) => {
      if (code !== resetCode) throw new FakeRefusal('resetCodeWrong');
      return { account: 'demo' };
    },
    'merchant/dropFactor': () => ({ account: 'demo', dueAt: '2026-11-19T08:31:00Z' }),
    'merchant/setReseller': () => ({}),
    'merchant/lines': () => ({
      list: [
        {
          id: '1',
          name: '上海固话',
          address: '192.0.2.10:5060',
          practice: false,
          enabled: true,
          state: 'up',
          channels: 30,
          pricePerMinute: '0.12',
        },
      ],
    }),
    'line/price': () => ({}),
    'platform/claims': () => ({
      list: claims.toSorted((one, other) => Number(other.awardedAt !== null) - Number(one.awardedAt !== null)),
    }),
    'platform/awardNumber': ({ id }: { id: string }) => {
      claims = claims.map(claim => ({ ...claim, awardedAt: claim.id === id ? '2026-11-18T09:00:00Z' : null }));
      return {};
    },
    'merchant/ledger': () => whole(entries),
    'balance/ledger': ({ kind }: { kind?: Entry['kind'] }) =>
      whole(entries.filter(entry => kind === undefined || entry.kind === kind)),
    'balance/topUp': (input: MoveInput) => ({ amount: move(input).amount }),
    'balance/transfer': move,
    'merchant/info': () => ({
      number: '100268',
      name: '启航教育',
      ...info,
      createdAt: '2026-11-02T02:00:00Z',
      reseller: { name: '华东渠道', contactName: '周敏', contactPhone: '021-60009999' },
      balance: { amount: '100.5', reserved: '1.2', available: '99.3' },
      employees: { used: 7, limit: 50 },
      seats: { used: 5, limit: 5 },
      channels: { used: 3, limit: 300 },
    }),
    'reseller/list': () => {
      const { reseller: _, ...row } = merchant({ ...east, number: '100100' });
      return whole([{ ...row, merchants: 2 }]);
    },
    'platform/stopAll': () => ({ merchants: 1, tasks: 2, calls: 3 }),
  };
  return { handlers };
};
