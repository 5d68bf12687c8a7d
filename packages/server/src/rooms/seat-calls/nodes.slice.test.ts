import { randomInt } from 'node:crypto';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callEndpoints, seatEndpoints, seatWorkEndpoints } from '@lianxian/contract';
import type { TransferNode } from '@lianxian/core';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { type CallHouse, startCallHouse } from '../../../test/calls.ts';
import { type CallsProcess, startCallsProcess } from '../../../test/calls-process.ts';
import { FAR_TONE_HZ } from '../../../test/far-phone.ts';
import type { TestPerson } from '../../../test/people.ts';
import { seatGround } from '../../../test/seat-ground.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import type { Config } from '../../config.ts';
import { placeIn } from '../../platform/data-places.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { insertPlan } from '../plans/index.ts';

/** Two calls processes over one database, seats registered with either (decision 109). */
let house: CallHouse;
const ports = [randomInt(10_000, 15_000), randomInt(15_001, 20_000)] as const;
const nodes: CallsProcess[] = [];
let first: Config;
let second: Config;
let folder: string;
const [ANNA_HZ, BEN_HZ] = [500, 900];
let anna: TestPerson;
let ben: TestPerson;
let group: string;

const {
  stateOf,
  is,
  callOf,
  ended,
  phoneOf: phoneAt,
  strayPhone,
  isUp,
  comesToHear,
  seat,
  prepare,
  quiet,
} = seatGround(() => ({
  ...{ house, port: ports[0] },
}));
/** Its telephone, registered with the first node or the second. */
const phoneOf = (of: TestPerson, node: 0 | 1, hertz: number) => phoneAt(of, hertz, ports[node]);
const act = ({ token }: TestPerson, callId: string, what: string, to?: TestPerson) =>
  house.ask(
    seatWorkEndpoints.act,
    { callId, act: what as 'hold', ...(to && { to: { type: 'seat' as const, id: to.id } }) },
    token,
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'second-node-'));
  house = await startCallHouse(async wanted => {
    const config = (port: number, dataDir: string): Config => ({
      ...{ ...wanted, dataDir },
      sip: { ...wanted.sip, port, tcp: true },
    });
    await cp(inject('prompts'), placeIn(folder, 'prompts'), { recursive: true });
    first = config(ports[0], wanted.dataDir);
    second = config(ports[1], folder);
    nodes.push(await startCallsProcess(first), await startCallsProcess(second));
    return {
      close: async () => {
        await Promise.all(nodes.map(node => node.stop()));
      },
    };
  });
  await prepare({ awayLimitS: 30 });
  anna = await seat('anna');
  ben = await seat('ben');
  const fields = { name: '一组', strategy: 'longestIdle' as const, members: [anna.id, ben.id], ringS: '3' };
  group = (await house.ask(seatEndpoints.groupSave, fields, house.token)).id;
});
afterEach(quiet);
afterAll(async () => {
  await house.close();
  await rm(folder, { recursive: true, force: true });
});

test('a colleague of another node is called: both hear, the called one holds and is back, and its hang-up ends it', async () => {
  const [a, b] = [await phoneOf(anna, 0, ANNA_HZ), await phoneOf(ben, 1, BEN_HZ)];
  await is(anna, 'idle');
  await is(ben, 'idle');
  await isUp(a.dial('8002'));
  await is(ben, 'inCall');
  expect(b.rung).toMatchObject([{ kind: 'internal', from: '8001' }]);
  await comesToHear(a, BEN_HZ);
  await comesToHear(b, ANNA_HZ);
  const { id } = (await callOf(anna))!;
  await act(ben, id, 'hold');
  await is(ben, 'held');
  expect(await a.hears(BEN_HZ)).toBeLessThan(0.4);
  await act(ben, id, 'resume');
  await is(ben, 'inCall');
  const busy = await a.dial('15400000001').ended;
  expect(busy).toMatchObject({ how: 'refused', code: 486 });
  b.hangUp();
  expect(await ended(id)).toMatchObject({ origin: 'internal', state: 'answered', seat_id: anna.id });
  await is(anna, 'idle');
  await is(ben, 'idle');
});

test('a seat of another node is consulted, then has the call', async () => {
  house.far.willSay([]);
  const [a, b] = [await phoneOf(anna, 0, ANNA_HZ), await phoneOf(ben, 1, BEN_HZ)];
  await is(anna, 'idle');
  await is(ben, 'idle');
  await isUp(a.dial('15400000003'));
  const { id } = (await callOf(anna))!;
  await act(anna, id, 'consult', ben);
  await is(ben, 'inCall');
  expect(b.rung).toMatchObject([{ kind: 'consult', logId: id, from: '15400000003' }]);
  await comesToHear(b, ANNA_HZ);
  await act(anna, id, 'transfer');
  await is(anna, 'idle');
  await comesToHear(b, FAR_TONE_HZ);
  b.hangUp();
  expect(await ended(id)).toMatchObject({ state: 'answered', seat_id: ben.id });
  await is(ben, 'idle');
});

test('a page that is loaded anew and registers with another node is brought back into its call: one record', async () => {
  house.far.willSay([]);
  const phone = await phoneOf(anna, 0, ANNA_HZ);
  await is(anna, 'idle');
  await isUp(phone.dial('15400000004'));
  await is(anna, 'inCall');
  const { id } = (await callOf(anna))!;
  phone.cut();
  const again = await phoneOf(anna, 1, ANNA_HZ);
  await house.until(async () => again.talks());
  expect(again.rung).toMatchObject([{ kind: 'resume', isResume: true, logId: id }]);
  await is(anna, 'inCall');
  await comesToHear(again, FAR_TONE_HZ);
  expect(house.far.talks()).toBe(true);
  again.hangUp();
  expect(await ended(id)).toMatchObject({ state: 'answered', seat_id: anna.id });
  await is(anna, 'idle');
});

test('the node that has a seat’s call dies and is back at once: the seat of the other node is free within seconds', async () => {
  house.far.willSay([]);
  const [a, b] = [await phoneOf(anna, 0, ANNA_HZ), await phoneOf(ben, 1, BEN_HZ)];
  await is(anna, 'idle');
  await is(ben, 'idle');
  await isUp(a.dial('8002'));
  await is(ben, 'inCall');
  const { id } = (await callOf(anna))!;
  await nodes[0]!.kill();
  nodes[0] = await startCallsProcess(first);
  expect(await ended(id)).toMatchObject({ state: 'interrupted' });
  await is(ben, 'idle');
  await isUp(b.dial('15400000006'));
  b.hangUp();
  await is(ben, 'idle');
});

test('nobody else calls a seat: who cannot prove to be a node is asked, and the telephone does not ring', async () => {
  const b = await phoneOf(ben, 1, BEN_HZ);
  await is(ben, 'idle');
  const stranger = await strayPhone(ANNA_HZ, ports[1]);
  const end = await stranger.dial(`seat.${ben.id}`, [{ name: 'X-Log-Id', value: '1' }]).ended;
  expect(end).toMatchObject({ how: expect.stringMatching(/refused|credentialsRefused/) });
  expect(b.rung).toEqual([]);
  expect(await stateOf(ben)).toBe('idle');
});

test('a robot hands over to a group of seats on two nodes; those of a node that has died are passed by', async () => {
  house.far.willSay([]);
  const handOver: TransferNode = {
    ...{ kind: 'transfer', id: 'handOver', name: '转人工', sentences: ['请稍候。'], waiting: [], otherwise: 'bye' },
    ...{ to: { type: 'group', group }, ringTimeoutMs: 20_000 },
  };
  const bye = { kind: 'hangup', id: 'bye', name: '再见', sentences: ['再见。'] } as const;
  const flows = [{ id: 'main', name: '主流程', rootNode: 'handOver', nodes: [handOver, bye] }];
  const db = merchantDb(house.database.db, house.merchants[0].id);
  const planId = await insertPlan(db, { ...shortPlan, name: '转人工', flows }, new Date());
  const wish = { planId, lineId: house.lineId, phone: '15400000005', variables: {} };
  const place = async () => (await house.ask(callEndpoints.place, wish, house.token)).id;

  const b = await phoneOf(ben, 1, BEN_HZ);
  await is(ben, 'idle');
  const a = await phoneOf(anna, 0, ANNA_HZ);
  await is(anna, 'idle');
  b.willAnswer(false);
  const first = await place();
  await is(anna, 'inCall');
  expect(b.rung, 'free the longest').toMatchObject([{ kind: 'handover', logId: first }]);
  a.hangUp();
  expect(await house.filed(first)).toMatchObject({ state: 'answered' });
  await is(anna, 'idle');
  await is(ben, 'idle');

  await nodes[1]!.kill();
  const next = await place();
  await is(anna, 'inCall');
  expect(a.rung.at(-1)).toMatchObject({ kind: 'handover', logId: next });
  a.hangUp();
  expect(await house.filed(next)).toMatchObject({ state: 'answered' });
  nodes[1] = await startCallsProcess(second);
});
