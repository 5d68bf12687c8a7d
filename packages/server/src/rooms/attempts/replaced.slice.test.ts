import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { settlings } from '../../../test/number-key.ts';
import { openTown, type Town } from '../../../test/task-town.ts';
import { fileEnding } from '../dialler/filing.store.ts';
import type { Ending } from '../dialler/index.ts';
import { takeOut } from '../task-numbers/take-out.store.ts';

/**
 * A node stood still (paused, cut off) and was taken for dead: another one settled its calls as interrupted. What it tells
 * when it goes on is how they ended. Rows alone; nobody dials here.
 */
let rows: TestDatabase;
let town: Town;
beforeAll(async () => {
  rows = await startTestDatabase();
  town = await openTown(rows);
  await town.sql('insert into balance select id, 10, 0 from merchant');
});
afterAll(async () => {
  await town.close();
  await rows.close();
});

/** What the ledger says of a call, in the order of its lines: kind, yuan, balance after it. */
const booked = async (call: string) =>
  (
    await town.sql('select kind, amount::float8, amount_after::float8 from ledger where call_id = $1 order by id', call)
  ).map(entry => Object.values(entry));

const said = { line: 1, speaker: 'callee' as const, atMs: 0, endMs: null, node: '', understood: null };
const base = {
  hungUpBy: 'callee' as const,
  mayHaveRung: true,
  sipReason: '',
  dialledAt: null,
  answeredAt: '2026-11-18T02:00:00.000Z',
  ringMs: 10,
  turns: 0,
  level: 'A' as const,
  levelRule: '',
  lastNode: null,
  wantsNoMoreCalls: false,
  recording: null,
  media: null,
};

/** The task's number is called for the first time, by a node that stands still. */
const talked = async (task: string, lineId: string): Promise<string> => {
  await town.sql('update balance set reserved = 1.2');
  await town.sql("update callee set state = 'calling', attempts = 1 where task_id = $1", task);
  await town.sql('update task_count set fresh = 0, calling = 1 where task_id = $1', task);
  const [{ call }] = (await town.sql(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, caller_number, variables, owner_id,
       task_id, callee_id, attempt, stage, owner, fence, leased_until, price_per_minute, reserved)
     select t.merchant_id, t.plan_id, 1, '', $2, '', false, c.phone, '', '{}', t.created_by, t.id, c.id, 1, 'talking', 'paused', 1, now(),
       0.6, 1.2
     from task t join callee c on c.task_id = t.id where t.id = $1 returning id::text as call`,
    task,
    lineId,
  )) as [{ call: string }];
  return call;
};

const interruptedEnding = (merchantId: string, call: string): Ending => ({
  ...base,
  merchantId,
  call,
  fence: 2,
  verdict: { state: 'interrupted', fault: 'us', mayRetry: true, sipCode: null, because: 'processDied' },
  hungUpBy: 'platform',
  endedAt: '2026-11-18T02:00:00.000Z',
  level: null as never,
  talkMs: 5_000,
  transcript: { lines: [], path: [], answers: [] },
});

test('the true ending replaces “interrupted” once: words, number, counts, board and money are those of the talk', async () => {
  const { portId, lineId } = await town.line({ practice: false, price: 0.6 });
  const task = await town.task({
    ports: [portId],
    phones: ['13800138000'],
    retries: { interrupted: { times: 1, afterMinutes: 5 } },
  });
  const merchantId = rows.merchants[0].id;
  const call = await talked(task, lineId);
  const truth: Ending = {
    ...base,
    merchantId,
    call,
    fence: 1,
    verdict: { state: 'answered', fault: 'nobody', mayRetry: false, sipCode: null, because: 'calleeHungUp' },
    endedAt: '2026-11-18T02:01:30.000Z',
    talkMs: 90_000,
    transcript: { lines: [{ ...said, text: '方便的', interruptedAfterMs: null }], path: [], answers: [] },
    recording: { file: 'true.wav', durationMs: 90_000, bytes: 800_058 },
  };
  const interrupted = interruptedEnding(merchantId, call);
  await town.sql("update call set owner = 'other', fence = 2 where id = $1", call);
  expect((await fileEnding(rows.database.db, interrupted, settlings))?.replaced).toBeNull();
  expect(await town.callees(task)).toMatchObject([{ state: 'retry', attempts: 1 }]);

  // A node that dies in the middle leaves all as it was.
  const dies = async () => Promise.reject(new Error('killed'));
  await expect(fileEnding(rows.database.db, truth, [...settlings, dies])).rejects.toThrow('killed');
  expect(await booked(call)).toEqual([['call', -0.6, 9.4]]);

  const answers = await Promise.all([1, 2].map(() => fileEnding(rows.database.db, truth, settlings)));
  expect(answers.filter(answer => answer !== null)).toMatchObject([{ replaced: { state: 'interrupted' } }]);
  expect(await fileEnding(rows.database.db, { ...interrupted, fence: 2 }, settlings)).toBeNull();

  expect(await town.sql('select state, because, talk_ms, cost::float8 from call where id = $1', call)).toEqual([
    { state: 'answered', because: 'calleeHungUp', talk_ms: 90_000, cost: 1.2 },
  ]);
  expect(await town.callees(task)).toMatchObject([{ state: 'settled', because: 'answered', attempts: 1 }]);
  expect(
    await town.sql('select fresh, calling, retrying, settled, answered from task_count where task_id = $1', task),
  ).toEqual([{ fresh: 0, calling: 0, retrying: 0, settled: 1, answered: 1 }]);
  expect(
    await town.sql('select state, calls, talk_ms::int from task_minute where task_id = $1 and calls > 0', task),
  ).toEqual([{ state: 'answered', calls: 1, talk_ms: 90_000 }]);
  expect(
    await town.sql('select amount::float8, reserved::float8 from balance where merchant_id = $1', merchantId),
  ).toEqual([{ amount: 8.8, reserved: 0 }]);
  expect(await booked(call)).toEqual([
    ['call', -0.6, 9.4],
    ['reversal', 0.6, 10],
    ['correction', -1.2, 8.8],
  ]);
  expect(await town.sql("select lines->0->>'text' as text from call_transcript where call_id = $1", call)).toEqual([
    { text: '方便的' },
  ]);
  expect(await town.sql('select bytes::int from call_recording where call_id = $1', call)).toEqual([
    { bytes: 800_058 },
  ]);
});

test.each([
  ['while it was called', 'calling', {}],
  ['after it was settled as interrupted', 'settled', {}],
  ['while it waited for its redial', 'retry', { interrupted: { times: 1, afterMinutes: 5 } }],
])('a number that was taken off the list %s is not called again, whatever its true ending is', async (_, at, more) => {
  const merchantId = rows.merchants[0].id;
  const { portId, lineId } = await town.line({ practice: false, price: 0.6 });
  const phones = ['13800138001'];
  const task = await town.task({
    ports: [portId],
    phones,
    retries: { noAnswer: { times: 3, afterMinutes: 5 }, ...more },
  });
  const call = await talked(task, lineId);
  const takenOff = async () => {
    const [{ id }] = (await town.sql('select id from callee where task_id = $1', task)) as [{ id: string }];
    const key = { merchantId, taskId: task };
    await rows.database.db.transaction().execute(tx => takeOut(tx, key, [id], { by: '1' }));
  };
  if (at === 'calling') await takenOff();
  await town.sql("update call set owner = 'other', fence = 2 where id = $1", call);
  await fileEnding(rows.database.db, interruptedEnding(merchantId, call), settlings);
  if (at !== 'calling') {
    expect(await town.callees(task)).toMatchObject([{ state: at }]);
    await takenOff();
  }
  const truth: Ending = {
    ...interruptedEnding(merchantId, call),
    fence: 1,
    verdict: { state: 'noAnswer', fault: 'callee', mayRetry: true, sipCode: 480, because: 'noAnswer' },
    answeredAt: null,
    hungUpBy: 'nobody',
    talkMs: 0,
    endedAt: '2026-11-18T02:00:40.000Z',
  };
  expect(await fileEnding(rows.database.db, truth, settlings)).toMatchObject({ replaced: { state: 'interrupted' } });
  expect(await town.callees(task)).toMatchObject([{ state: 'settled', because: 'takenOut' }]);
  expect(await town.sql('select calling, retrying, settled from task_count where task_id = $1', task)).toEqual([
    { calling: 0, retrying: 0, settled: 1 },
  ]);
});
