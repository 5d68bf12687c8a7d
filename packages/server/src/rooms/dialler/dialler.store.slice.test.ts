import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answeredEnding } from '../../../test/answered-ending.ts';
import { startTestDatabase, type TestDatabase, type TestMerchant } from '../../../test/database.ts';
import { numberKey } from '../../../test/number-key.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import { DatabaseRefused, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { openLog } from '../../platform/log.ts';
import { nodeIdOf } from '../../platform/node-id.ts';
import { openLastCheck } from '../attempts/index.ts';
import { insertCall } from '../calls/index.ts';
import { insertLine } from '../lines/index.ts';
import { insertPlan } from '../plans/index.ts';
import { beat, claimCalls, noteAnswered, takeOrphans } from './dialler.store.ts';
import { fileEnding } from './filing.store.ts';
import { lifeOfThis, refuseTwin } from './twin.ts';

/** Leases and fences on real rows; nobody dials. */
let rows: TestDatabase;
/** Of the first merchant, or of another. */
let place: (merchant?: 0 | 1) => Promise<string>;
beforeAll(async () => {
  rows = await startTestDatabase();
  const lay = async ({ id, owner }: TestMerchant) => {
    const db = merchantDb(rows.database.db, id);
    const planId = await insertPlan(db, shortPlan, new Date());
    const lineId = await insertLine(db, { name: '线路', address: '', username: '', callerNumber: '' }, true);
    return { db, planId, lineId, placedBy: owner.id };
  };
  const laid = [await lay(rows.merchants[0]), await lay(rows.merchants[1])] as const;
  const named = { planName: '话术', lineName: '线路', practice: true, callerNumber: '', variables: {}, planVersion: 1 };
  place = (merchant = 0) => {
    const { db, ...of } = laid[merchant];
    return insertCall(db, { ...named, ...of, phone: '15400000001' });
  };
});
afterAll(() => rows.close());

const db = () => rows.database.db;
const recording = { file: '2026/01/01/1.wav', durationMs: 5_000, bytes: 80_058 };
const count = async (table: string): Promise<number> =>
  Number((await rows.database.pool.query(`select count(*) from ${table}`)).rows[0].count);

test('two nodes that claim at once never take the same call, and together take all', async () => {
  const placed = await Promise.all(Array.from({ length: 20 }, place));
  const claims = (await Promise.all([claimCalls(db(), 'a', 15), claimCalls(db(), 'b', 15)])).flat();
  expect(claims.map(claim => claim.call).sort()).toEqual(placed.sort());
  expect(await claimCalls(db(), 'a', 15)).toEqual([]);
  for (const claim of claims) await fileEnding(db(), answeredEnding(claim, { recording }));
});

test('an ending is filed once; the call, its transcript, its recording and the job that draws it come together', async () => {
  await place();
  const [claim] = await claimCalls(db(), 'a', 1);
  const before = [await count('call_transcript'), await count('call_recording'), await count('file')];
  const ending = answeredEnding(claim!, { recording });
  expect(await fileEnding(db(), ending)).not.toBeNull();
  expect(await fileEnding(db(), ending)).toBeNull();
  const after = [await count('call_transcript'), await count('call_recording'), await count('file')];
  expect(after).toEqual(before.map(rows => rows + 1));
});

test('a call that another node took while this one stood still does not leave from here', async () => {
  const call = await place();
  const [claim] = await claimCalls(db(), 'stood-still', 1);
  const asks = (owner: string) =>
    openLastCheck({ db: db(), owner, clock: { now: () => new Date() }, log: openLog('silent', 'test'), numberKey })(
      call,
    );
  expect(await asks('stood-still')).toBeNull();
  await rows.database.pool.query(`update call set owner = 'took-over', fence = fence + 1 where id = $1`, [call]);
  expect(await asks('stood-still')).toMatchObject({ because: 'withdrawn' });
  expect(await asks('took-over')).toBeNull();
  await fileEnding(db(), answeredEnding({ ...claim!, fence: claim!.fence + 1 }));
});

test('a call by hand asks again before it leaves: its merchant, its line, the blacklist, who placed it; hours do not bind it', async () => {
  const [mine, theirs] = [await place(), await place(1)];
  const claims = await claimCalls(db(), 'by-hand', 2);
  const lastCheck = openLastCheck({
    db: db(),
    owner: 'by-hand',
    clock: { now: () => new Date() },
    log: openLog('silent', 'test'),
    numberKey,
  });
  const merchant = rows.merchants[0].id;
  const becauseAfter = async (change: string, back: string): Promise<string | undefined> => {
    await rows.database.pool.query(change, [merchant]);
    const [own, other] = await Promise.all([lastCheck(mine), lastCheck(theirs)]);
    expect(other).toBeNull();
    await rows.database.pool.query(back, [merchant]);
    return own?.because;
  };
  const set = (table: string, column: string, value: string, back: string) => {
    const to = (what: string) =>
      `update ${table} set ${column} = ${what} where ${table === 'merchant' ? 'id' : 'merchant_id'} = $1`;
    return becauseAfter(to(value), to(back));
  };
  expect(await set('merchant', 'active', 'false', 'true')).toBe('merchantOff');
  expect(await set('line', 'enabled', 'false', 'true')).toBe('lineOff');
  expect(await set('line', 'removed_at', 'now()', 'null')).toBe('lineRemoved');
  expect(await set('call', 'hang_up_wanted_at', 'now()', 'null')).toBe('cancelledByUser');
  expect(
    await becauseAfter(
      "insert into blacklist (merchant_id, phone) values ($1, '15400000001')",
      'delete from blacklist where merchant_id = $1',
    ),
  ).toBe('blacklistedNow');
  const never = `'${JSON.stringify(Array.from({ length: 7 }, () => []))}'`;
  expect(await set('line', 'windows', never, 'null')).toBeUndefined();
  for (const claim of claims) await fileEnding(db(), answeredEnding(claim));
});

const node = {
  life: '',
  address: '',
  workers: 1,
  calls: 0,
  capacity: 10,
  draining: false,
  sipDoor: 'fixed',
  version: '',
};

test('who lost its lease changes nothing: neither an answer nor an ending of the old owner counts', async () => {
  await place();
  const [claim] = await claimCalls(db(), 'dead', 1);
  const [orphan] = await takeOrphans(db(), 'living', []);
  expect(orphan).toMatchObject({ call: claim!.call, fence: claim!.fence + 1 });
  expect(await noteAnswered(db(), claim!, { dialog: {}, at: new Date(), heard: true })).toBe(false);
  expect(await fileEnding(db(), answeredEnding(claim!, { recording }))).toBeNull();
  expect(await fileEnding(db(), answeredEnding(orphan!, { recording }))).not.toBeNull();
});

test('calls of a living node are nobody’s orphans; its own that it does not know run out; a silent node loses all', async () => {
  const [known, stray] = [await place(), await place()];
  await claimCalls(db(), 'here', 2);
  await rows.database.pool.query("update call set leased_until = now() - interval '1 second' where owner = 'here'");
  await beat(db(), { ...node, id: 'here' });
  expect(await takeOrphans(db(), 'there', [])).toEqual([]);
  expect((await takeOrphans(db(), 'here', [known])).map(orphan => orphan.call)).toEqual([stray]);
  await rows.database.pool.query(
    "update calls_node set heartbeat_at = now() - interval '31 seconds' where id = 'here'",
  );
  expect((await takeOrphans(db(), 'there', [])).map(orphan => orphan.call).sort()).toEqual([known, stray].sort());
  expect((await takeOrphans(db(), 'there', null)).map(orphan => orphan.call).sort()).toEqual([known, stray].sort());
});

test('a heartbeat writes its node alone: no row of a live call is touched', async () => {
  await Promise.all([place(), place()]);
  await claimCalls(db(), 'busy', 2);
  const versions = async () =>
    (await rows.database.pool.query("select xmin, ctid from call where owner = 'busy'")).rows;
  const before = await versions();
  expect(before).toHaveLength(2);
  await beat(db(), { ...node, id: 'busy', calls: 2 });
  expect(await versions()).toEqual(before);
});

/** Bytes of WAL that a connection's work wrote. */
const walOf = (work: (one: UnscopedDb) => Promise<unknown>): Promise<number> =>
  db()
    .connection()
    .execute(async one => {
      const written = async (): Promise<number> => {
        await sql`select pg_stat_force_next_flush()`.execute(one);
        const told = await sql<{ bytes: string }>`
          select wal_bytes::text as bytes from pg_stat_get_backend_wal(pg_backend_pid())`.execute(one);
        return Number(told.rows[0]!.bytes);
      };
      const before = await written();
      await work(one);
      return (await written()) - before;
    });

test('a minute of heartbeats writes at most a tenth of the WAL that a lease in the rows of fifty calls would', async () => {
  const beatsAMinute = Array.from({ length: 30 });
  const live = await Promise.all(Array.from({ length: 50 }, place));
  expect(await claimCalls(db(), 'writes', live.length)).toHaveLength(live.length);
  const now = await walOf(async one => {
    for (const _ of beatsAMinute) await beat(one, { ...node, id: 'writes', calls: live.length });
  });
  const leases = await walOf(async one => {
    for (const _ of beatsAMinute)
      await sql`update call set leased_until = now() + interval '30 seconds' where owner = 'writes'`.execute(one);
  });
  expect(now).toBeGreaterThan(0);
  expect(leases / now).toBeGreaterThanOrEqual(10);
});

test('a second process under the same name is refused while the first shows itself, and let in when it stopped', async () => {
  const shows = (life: string) => beat(db(), { ...node, id: 'twin', life });
  await refuseTwin(db(), 'twin', 50);
  await shows('elsewhere/boot 1 x');
  await refuseTwin(db(), 'twin', 50);
  const beats = setInterval(() => void shows('elsewhere/boot 1 x'), 20);
  await expect(refuseTwin(db(), 'twin')).rejects.toThrow(DatabaseRefused);
  clearInterval(beats);
  // An earlier life of this machine that is gone is no reason to wait.
  await shows(lifeOfThis().replace(` ${process.pid} `, ' 4194304 '));
  await refuseTwin(db(), 'twin');
});

test('a node’s id is made once in its data folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'node-id-'));
  const id = await nodeIdOf(folder);
  expect(id).toMatch(/^[0-9a-f]{16}$/);
  expect(await nodeIdOf(folder)).toBe(id);
  await rm(folder, { recursive: true });
});
