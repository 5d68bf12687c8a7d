import { balanceEndpoints, blacklistEndpoints, taskEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '../src/platform/db/index.ts';
import { openLog } from '../src/platform/log.ts';
import { holdMore } from '../src/rooms/attempts/paying.store.ts';
import { beat, type ClaimedCall, claimCalls } from '../src/rooms/dialler/dialler.store.ts';
import { type Ending, fileEnding } from '../src/rooms/dialler/filing.store.ts';
import { createMarks, round } from '../src/rooms/pacing/index.ts';
import { renewTasks, takeTasks } from '../src/rooms/runner/lease.store.ts';
import { startTestHouse, type TestHouse } from './house.ts';
import { numberKey, settlings } from './number-key.ts';
import { openLevel } from './people.ts';
import { openTown, type Town, WEDNESDAY_TEN } from './task-town.ts';

/**
 * Ticks, endings, pages and top-ups at once, on a line that costs: everybody locks rows in one order (attempts/settle.ts), so nobody
 * waits in a circle, and the money adds up.
 */
let house: TestHouse;
let town: Town;
/** A connection for each that works at once: who waits for one longer than its limit has failed, on a busy machine as well. */
let own: Database;
let token = '';
let platform = '';
beforeAll(async () => {
  house = await startTestHouse();
  town = await openTown(house);
  own = openDatabase(house.url, openLog('silent', 'test'), { most: 10 + 2 * ENDED_AT_ONCE });
  token = await house.signIn(house.merchants[0]);
  platform = (await openLevel(house, '100000', 'platform')).token;
});
afterAll(async () => {
  await own.close();
  await town.close();
  await house.close();
});

const TASKS = 3;
const NUMBERS = 40;
const ENDED_AT_ONCE = 4;
const PRICE = 0.5;

/** Small and fast, the same every time. */
const dice = (seed: number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

const endingOf = (claim: ClaimedCall, talkMs: number, wantsNoMoreCalls: boolean): Ending => ({
  merchantId: claim.merchantId,
  call: claim.call,
  fence: claim.fence,
  verdict:
    talkMs > 0
      ? { state: 'answered', fault: 'nobody', mayRetry: false, because: 'talked', sipCode: 200 }
      : { state: 'busy', fault: 'callee', mayRetry: true, because: 'busy', sipCode: 486 },
  hungUpBy: 'callee',
  mayHaveRung: true,
  dialledAt: new Date().toISOString(),
  answeredAt: null,
  endedAt: new Date().toISOString(),
  ringMs: null,
  talkMs,
  turns: 0,
  level: null,
  levelRule: null,
  lastNode: null,
  wantsNoMoreCalls,
  transcript: null,
  recording: null,
  media: null,
});

test.each([1, 2])(
  'nothing waits in a circle and the balance is exact to the last tenth of a cent: seed %i',
  async seed => {
    const random = dice(seed);
    const { db, pool } = own;
    const merchantId = house.merchants[0].id;
    const { portId } = await town.line({ price: PRICE, callsPerSecond: 200 });
    await pool.query('delete from ledger; delete from spend_day; delete from balance');
    await pool.query('insert into balance values ($1, 20, 0)', [merchantId]);
    const live = new Set<string>();
    const here = {
      id: 'here',
      life: '',
      address: '',
      workers: 1,
      capacity: 1_000,
      draining: false,
      sipDoor: 'fixed',
      version: '',
    };
    const renew = () => beat(db, { ...here, calls: live.size });
    await renew();
    const tasks: string[] = [];
    for (let n = 0; n < TASKS; n += 1) {
      const phones = Array.from({ length: NUMBERS }, (_, i) => String(13_000_000_000 + seed * 100_000 + n * 1_000 + i));
      tasks.push(await town.task({ ports: [portId], phones, retries: { busy: { times: 1, afterMinutes: 0 } } }));
    }
    const leases = await takeTasks(db, 'here', 100, true);
    const held = leases.map(lease => ({ lease, marks: createMarks() }));
    const clock = { now: () => WEDNESDAY_TEN };
    const parts = { db, owner: 'here', numberKey, clock, isDiskFull: async () => false };
    const isOver = async () =>
      (await pool.query("select from task where id = any($1) and state <> 'finished'", [tasks])).rowCount === 0;
    let goesOn = true;
    const forEver = async (work: () => Promise<unknown>): Promise<void> => {
      while (goesOn) await work();
    };
    // So that a circle ends as a failed test, however busy the machine is.
    const limit = performance.now() + 150_000;
    const end = async () => {
      const claims = await claimCalls(db, 'here', ENDED_AT_ONCE);
      for (const { call } of claims) live.add(call);
      await Promise.all(
        claims.map(async claim => {
          const talkMs = random() < 0.6 ? Math.ceil(random() * 200_000) : 0;
          expect(await fileEnding(db, endingOf(claim, talkMs, random() < 0.1), settlings)).not.toBeNull();
          live.delete(claim.call);
        }),
      );
      if ((await isOver()) || performance.now() > limit) goesOn = false;
    };
    let topUps = 0;
    const people = async () => {
      const task = tasks[Math.floor(random() * TASKS)]!;
      const isAll = random() < 0.3;
      if (isAll) await house.ask(taskEndpoints.stopAll, {}, token);
      else await house.post('task/pause', { id: task, token });
      await house.ask(blacklistEndpoints.add, { phones: `${13_900_000_000 + topUps}\n13800138000` }, token);
      await house.ask(taskEndpoints.board, { id: task }, token);
      for (const id of isAll ? tasks : [task]) await house.post('task/resume', { id, token });
      topUps += 1;
      const wish = { cid: house.merchants[0].number, amount: '5', requestId: `seed-${seed}-${topUps}` };
      await house.ask(balanceEndpoints.topUp, wish, platform);
    };
    await Promise.all([
      forEver(() => round(parts, merchantId, held)),
      ...held.map(one => forEver(() => round(parts, merchantId, [one]))),
      forEver(end),
      forEver(end),
      forEver(people),
      forEver(renew),
      // Talks that go on hold another minute, as long as they live.
      forEver(() =>
        holdMore(
          db,
          'here',
          [...live].map(call => ({ merchantId, call, minutes: 2, handedMinutes: 0, use: 0 })),
        ),
      ),
      forEver(() => renewTasks(db, 'here', leases.toReversed())),
      forEver(async () => {
        const { rows } = await pool.query<{ amount: string }>(
          'select amount, reserved from balance where amount < reserved',
        );
        expect(rows).toEqual([]);
      }),
    ]);
    expect(await isOver()).toBe(true);
    const [money] = await town.sql(
      `select amount = $1 - paid as exact, reserved::float8 as held, ledgered = paid as told
     from balance, (select sum(cost) as paid from call where merchant_id = $2 and price_per_minute = $3 and task_id = any($4)) c,
       (select -sum(amount) as ledgered from ledger where kind = 'call') l`,
      20 + topUps * 5,
      merchantId,
      PRICE,
      tasks,
    );
    expect(money).toEqual({ exact: true, held: 0, told: true });
    const [sums] = await town.sql(
      `select (select sum(amount) from spend_day where merchant_id = $1) = (select sum(amount) from ledger where merchant_id = $1) as agree`,
      merchantId,
    );
    expect(sums).toEqual({ agree: true });
    for (const task of tasks) {
      const { total, settled } = await town.standing(task);
      expect([total, settled]).toEqual([NUMBERS, NUMBERS]);
    }
  },
);
