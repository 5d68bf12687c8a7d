import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MediaFacts } from '@lianxian/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answeredEnding } from '../../../test/answered-ending.ts';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { openLog } from '../../platform/log.ts';
import { insertLine } from '../lines/index.ts';
import { type ClaimedCall, noteParties } from './dialler.store.ts';
import { type Ending, fileEnding } from './filing.store.ts';
import { createFiling } from './filing.ts';
import { openJournal } from './journal.ts';
import type { EndingLeg, KeptLeg } from './legs.ts';
import { createRecovery } from './recovery.ts';

/** Calls that people took part in, on real rows; nobody dials. */
let rows: TestDatabase;
let seat: string;
let claimed: () => Promise<ClaimedCall>;

beforeAll(async () => {
  rows = await startTestDatabase();
  const [{ id: merchantId, owner }] = rows.merchants;
  seat = owner.id;
  const lineId = await insertLine(
    merchantDb(rows.database.db, merchantId),
    { name: '线路', address: '', username: '', callerNumber: '4008' },
    false,
  );
  claimed = async () => {
    const { rows: placed } = await rows.database.pool.query(
      `insert into call (merchant_id, origin, plan_name, line_id, line_name, phone, caller_number, stage, owner, fence,
         leased_until, answered_at, second_leg_price)
       values ($1, 'seat', '', $2, '线路', '13800000001', '4008', 'talking', 'here', 1, now() + interval '30 seconds', now(), 0.1)
       returning id`,
      [merchantId, lineId],
    );
    return { merchantId, call: placed[0].id, fence: 1 } as ClaimedCall;
  };
});
afterAll(() => rows.close());

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const leg = (more: Partial<EndingLeg>): EndingLeg => ({
  ...{ party: '1', who: { type: 'seat', seat }, from: '31', to: '13800000001', media: null },
  ...{ beganAt: at(0), answeredAt: at(1), joinedAt: at(1), endedAt: at(62), endedBy: 'seat', because: 'seatHungUp' },
  ...more,
});
const legsIn = async (call: string) =>
  (
    await rows.database.pool.query(
      `select n, kind, employee_id, party, ended_by, because, cost::float, media -> 'mos' as mos from call_leg
       where call_id = $1 order by n`,
      [call],
    )
  ).rows;

test('legs are rows of the record, the callee’s first; who was outside costs by the unit of the line, and the call is the seat’s', async () => {
  const claim = await claimed();
  const outside: EndingLeg = leg({
    ...{ party: 'hand1', who: { type: 'outside', phone: '13900000002' }, joinedAt: at(1), endedAt: at(62) },
    ...{ endedBy: 'user', because: 'userHungUp' },
  });
  const media: MediaFacts = {
    ...{ packetsSent: 9, packetsReceived: 9, packetsLost: 0, jitterMs: 1, firstPacketAfterMs: 20, mos: 4.2 },
    codec: 'PCMA',
  };
  const legs = [leg({ media }), outside];
  const ending: Ending = answeredEnding(claim, { legs, seat, hungUpBy: 'seat', level: null, transcript: null });
  expect(await fileEnding(rows.database.db, ending)).not.toBeNull();
  expect(await legsIn(claim.call)).toMatchObject([
    { n: 0, kind: 'callee', employee_id: null, ended_by: 'seat', because: 'calleeHungUp' },
    { n: 1, kind: 'seat', employee_id: seat, party: '1', ended_by: 'seat', cost: 0, mos: 4.2 },
    { n: 2, kind: 'outside', party: 'hand1', ended_by: 'user', cost: 0.2 },
  ]);
  const { rows: call } = await rows.database.pool.query(
    'select plan_id, hung_up_by, seat_id, owner_id, parties from call where id = $1',
    [claim.call],
  );
  expect(call[0]).toEqual({ plan_id: null, hung_up_by: 'seat', seat_id: seat, owner_id: seat, parties: null });
});

test('a seat that sees no numbers leaves its token nowhere: its leg has the number of the call; legs and call cost the same', async () => {
  const claim = await claimed();
  await rows.database.pool.query('update call set price_per_minute = 0.3, reserved = 0.3 where id = $1', [claim.call]);
  const token = `n.${'x'.repeat(90)}`;
  const legs = [leg({ to: token }), leg({ from: token, to: 'seat.9' })];
  await fileEnding(
    rows.database.db,
    answeredEnding(claim, { legs, seat, level: null, transcript: null, talkMs: 61_000 }),
  );
  const { rows: kept } = await rows.database.pool.query(
    'select called_from, called_to, cost::float from call_leg where call_id = $1 order by n',
    [claim.call],
  );
  expect(kept).toEqual([
    { called_from: '4008', called_to: '13800000001', cost: 0.6 },
    { called_from: '31', called_to: '13800000001', cost: 0 },
    { called_from: '13800000001', called_to: 'seat.9', cost: 0 },
  ]);
});

test('after a crash everybody who took part is hung up, as the database and this node know them, and their legs are filed', async () => {
  const claim = await claimed();
  const living = { end: null, media: null } as const;
  const kept: readonly KeptLeg[] = [
    { ...leg({}), ...living, end: { endedAt: at(20), endedBy: 'nobody', because: 'transportError' }, dialog: null },
    { ...leg({ beganAt: at(25) }), ...living, dialog: { callId: 'seat' } },
  ];
  await noteParties(rows.database.db, claim, kept);
  const hungUp: unknown[] = [];
  const { db } = rows.database;
  const log = openLog('silent', 'test');
  const journal = await openJournal(join(tmpdir(), `legs-${claim.call}`));
  const recovery = createRecovery({
    ...{ db, log, owner: 'here' },
    filing: createFiling({ db, journal, log, within: [], onFiled: () => undefined }),
    dialogOf: () => ({ callId: 'callee' }),
    partiesOf: call => (call === claim.call ? [{ callId: 'seat' }, { callId: 'rung just now' }] : []),
    hangUpStored: async ({ dialog }) => void hungUp.push(dialog),
    salvage: async () => ({ answeredAt: null, answeredOn: null, notes: [], recording: null }),
  });
  expect(await recovery.settle(null)).toBe(1);
  expect(hungUp).toEqual([{ callId: 'callee' }, { callId: 'seat' }, { callId: 'rung just now' }]);
  expect(await legsIn(claim.call)).toMatchObject([
    { kind: 'callee', because: 'processDied' },
    { party: '1', ended_by: 'nobody', because: 'transportError' },
    { party: '1', ended_by: 'platform', because: 'processDied' },
  ]);
});
