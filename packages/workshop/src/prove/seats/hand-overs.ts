import { setTimeout as delay } from 'node:timers/promises';
import { endpoints } from '@lianxian/contract';
import { openSeatPhone, type SeatPhone } from '../../../../server/test/seat-phone.ts';
import { type Api, signIn, until } from '../../../journeys/house/api.ts';
import { finishedCall, practiceGround } from '../../../journeys/house/calls.ts';
import { calm } from '../../../journeys/house/calm.ts';
import { startHouse } from '../../../journeys/house/house.ts';
import { seatOf } from '../../../journeys/scenes/seat-desk.ts';
import { descriptorsOf, pidsOfHouse, residentKib } from '../../bench/cpu.ts';
import { type DirectDatabase, openDirect } from '../database.ts';

/**
 * Robots hand their calls over to seats, one after the other for some minutes: what became of each call, what its callee says of
 * the packets that came (RTCP), and what of legs and memory is left in the house. The seats are plain telephones.
 */
interface HandOversRun {
  readonly violations: readonly string[];
  readonly calls: number;
  /** Of the last half against the first, resident memory of calls, its workers and the gate; 0 is none. */
  readonly memoryGrown: number;
}

/** Of the demo's people, who have seats. */
const ACCOUNTS = ['staff', 'staff2'] as const;
const ASKS = '15400000019';
const TALK_MS = 4_000;
const HANDED_OVER_LIMIT_MS = 90_000;
const END_LIMIT_MS = 60_000;
const SAMPLE_MS = 5_000;
const WARM_CALLS = 4;
const MOST_GROWN = 0.05;
const PROCESSES = /--role calls|media-worker\/|webrtc-gate\//;

interface Ground {
  readonly api: Api;
  readonly ids: { readonly planId: string; readonly lineId: string };
  readonly phones: readonly SeatPhone[];
}

/** One call, from the robot's first word to the seat's hang-up. */
const handOver = async ({ api, ids, phones }: Ground): Promise<{ readonly id: string; readonly found: string[] }> => {
  const { id } = await api.call(endpoints.call.place, { ...ids, phone: ASKS });
  const isRung = (phone: SeatPhone): boolean => phone.rung.at(-1)?.logId === id && phone.talks();
  const seat = await until(`a seat in call ${id}`, HANDED_OVER_LIMIT_MS, () => phones.find(isRung) ?? null);
  await delay(TALK_MS);
  seat.hangUp();
  const { state, because, hungUpBy, legs } = await finishedCall(api, id, END_LIMIT_MS);
  const hasJoined = legs.some(({ kind, joinedAt }) => kind === 'seat' && joinedAt !== null);
  const isRight = state === 'answered' && hungUpBy === 'seat' && hasJoined;
  return { id, found: isRight ? [] : [`call ${id} ended as ${state} (${because}), by ${hungUpBy}`] };
};

/** What callees say did not come to them. */
const judgePackets = async (direct: DirectDatabase, ids: readonly string[]): Promise<readonly string[]> => {
  const lossy = await direct.rows<{ id: string; lost: string }>(
    `select id::text, media->'remote'->>'lostPerMille' as lost from call
     where id = any($1::bigint[]) and (media->'remote'->>'lostPerMille')::numeric > 0`,
    [ids],
  );
  return lossy.map(({ id, lost }) => `the callee of call ${id} missed ${lost} ‰ of its packets`);
};

/** Nothing is under way any more, and nothing of it is left open. */
const judgeLeft = async (direct: DirectDatabase, descriptors: () => number, before: number): Promise<string[]> => {
  const live = await direct.rows(`select from call where stage <> 'ended'`);
  const isLevel = () => descriptors() <= before;
  const isGone = await until('its sockets to be closed', END_LIMIT_MS, () => isLevel() || null).catch(() => false);
  return [
    ...(live.length === 0 ? [] : [`${live.length} calls have not ended`]),
    ...(isGone ? [] : [`${before} descriptors were open before, ${descriptors()} are now`]),
  ];
};

const mean = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;

export const runHandOvers = async (minutes: number): Promise<HandOversRun> => {
  const house = await startHouse({ DRAIN_SECONDS: '0' });
  const direct = await openDirect(house.dataDir);
  const phones: SeatPhone[] = [];
  try {
    await calm(house);
    const api = await signIn(house);
    await api.call(endpoints.seat.saveSettings, { wrapUpS: 0 });
    for (const [n, account] of ACCOUNTS.entries()) {
      const seat = await seatOf(house, account);
      const { account: username, pwd } = await seat.api.call(endpoints.seatPwd.getSeatPwd, {});
      const phone = await openSeatPhone(house.sipPort, 900 + 400 * n);
      phones.push(phone);
      await phone.register(username, pwd);
    }
    const ground: Ground = { api, ids: await practiceGround(api), phones };
    const pids = () => pidsOfHouse(house.supervisorPid, PROCESSES);
    const descriptors = () => pids().reduce((sum, pid) => sum + descriptorsOf(pid), 0);
    const memory: number[] = [];
    const found: string[] = [];
    const ids: string[] = [];
    const take = async (): Promise<void> => {
      const done = await handOver(ground).catch((error: unknown) => ({ id: null, found: [String(error)] }));
      found.push(...done.found);
      if (done.id !== null) ids.push(done.id);
    };
    const lanes = (isOver: () => boolean) =>
      Promise.all(
        phones.map(async () => {
          while (!isOver()) await take();
        }),
      );
    await lanes(() => ids.length + found.length >= WARM_CALLS);
    const before = descriptors();
    const endsAt = performance.now() + minutes * 60_000;
    const sampling = setInterval(() => memory.push(mean(pids().map(residentKib))), SAMPLE_MS);
    await lanes(() => performance.now() > endsAt);
    clearInterval(sampling);
    const half = Math.floor(memory.length / 2);
    const memoryGrown = mean(memory.slice(half)) / mean(memory.slice(0, half)) - 1;
    found.push(...(await judgePackets(direct, ids)), ...(await judgeLeft(direct, descriptors, before)));
    if (memoryGrown > MOST_GROWN) found.push(`memory grew by ${(100 * memoryGrown).toFixed(1)} %`);
    return { violations: found, calls: ids.length, memoryGrown };
  } finally {
    for (const phone of phones) await phone.close();
    await direct.close();
    await house.stop();
  }
};
