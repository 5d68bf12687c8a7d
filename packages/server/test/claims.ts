import { lineEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { merchantDb } from '../src/platform/db/index.ts';
import { openLog } from '../src/platform/log.ts';
import { noteAnswered } from '../src/rooms/dialler/dialler.store.ts';
import type { OfferedCall } from '../src/rooms/inbound/inbound.store.ts';
import { openInbound } from '../src/rooms/inbound/index.ts';
import { insertPlan } from '../src/rooms/plans/index.ts';
import { startTestHouse, type TestHouse } from './house.ts';
import { openLevel } from './people.ts';
import { shortPlan } from './short-plan.ts';

/**
 * Ground of the tests on whose call it is where several may claim it: two merchants, the platform, and a carrier whose calls
 * come in by hand.
 */
export let house: TestHouse;
export const CARRIER = '198.51.100.7';
export const log = openLog(process.env.LOG_LEVEL ?? 'silent', 'test');
export interface Side {
  readonly merchant: TestHouse['merchants'][number];
  readonly token: string;
  readonly planId: string;
}
export let [ours, theirs] = [{} as Side, {} as Side];
export let platform = {} as Awaited<ReturnType<typeof openLevel>>;
export const taken: OfferedCall[] = [];
export const refused: string[] = [];
export const told: (readonly [merchant: string, employee: string, msg: string])[] = [];
/** Of the database, so far. */
export const counted = { statements: 0 };

const sideOf = async (index: 0 | 1): Promise<Side> => {
  const merchant = house.merchants[index];
  const planId = await insertPlan(merchantDb(house.database.db, merchant.id), shortPlan, new Date());
  return { merchant, token: await house.signIn(merchant), planId };
};

/** Opens the ground before the tests of the file that asks, and closes it after them: files of a worker share this module. */
export const standOnClaims = (): void => {
  beforeAll(async () => {
    house = await startTestHouse();
    [ours, theirs] = [await sideOf(0), await sideOf(1)];
    platform = await openLevel(house, '100000', 'platform');
  });
  afterAll(() => house.close());
  beforeEach(async () => {
    taken.length = 0;
    refused.length = 0;
    told.length = 0;
    await house.database.pool.query('update line set removed_at = now() where removed_at is null');
  });
};

export const lineAt = async (side: Side, address: string, id?: string): Promise<string> => {
  const fields = { name: '线路', address, ...(id !== undefined && { id }) };
  return (await house.ask(lineEndpoints.save, fields, side.token)).id;
};
export const addNumber = async (side: Side, lineId: string, number: string): Promise<string> => {
  await house.ask(lineEndpoints.addNumbers, { lineId, numbers: number }, side.token);
  const { list } = await house.ask(lineEndpoints.numbers, { lineId, limit: '50' }, side.token);
  const { id = '' } = list.find(each => each.number === number) ?? {};
  await house.ask(lineEndpoints.saveNumber, { id, planId: side.planId }, side.token);
  return id;
};

/** Each call is looked up anew, as after a change of a line. */
const hostOf = async (address: string) => [address.replace(/:\d+$/, '')];
export const inboundOf = (addressesOf: (address: string) => Promise<readonly string[]> = hostOf) =>
  openInbound({
    db: house.database.db.withPlugin({
      transformQuery: ({ node }) => {
        counted.statements += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    }),
    log,
    owner: 'one',
    hasRoom: async () => true,
    addressesOf,
    take: async claim => void taken.push(claim),
    refuse: (_offer, because) => void refused.push(because),
    tell: (merchantId, employeeId, msg) => void told.push([merchantId, employeeId, msg]),
  });
export const offered = (called: readonly string[], source = CARRIER, from = '13800000000') => ({
  offer: 'x',
  from,
  called,
  source,
  account: null,
  registration: null,
  isSecret: false,
  isEncrypted: false,
});
/** Whose call to this number is; it is answered, and the answer acknowledged. */
export const reached = async (number: string, inbound = inboundOf()): Promise<string | undefined> => {
  taken.length = 0;
  await inbound.onOffer(offered([number]));
  for (const claim of taken) await noteAnswered(house.database.db, claim, { dialog: {}, at: new Date(), heard: true });
  return taken[0]?.merchantId;
};
/** A line at the carrier that is registered there just now. */
export const registered = async (side: Side, username: string): Promise<string> => {
  const account = { access: 'register', username, password: 'correct-horse' } as const;
  const { id } = await house.ask(lineEndpoints.save, { name: '注册', address: CARRIER, ...account }, side.token);
  const until = "update line_health set registered_until = now() + interval '1 hour' where line_id = $1";
  await house.database.pool.query(until, [id]);
  return id;
};
