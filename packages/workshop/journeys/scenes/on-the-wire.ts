import { endpoints } from '@lianxian/contract';
import { describe, expect, it } from 'vitest';
import { type SippCarrier, type SippResult, sippIsThere, startSipp } from '../../interop/sipp.ts';
import { callAtAnyHour } from '../house/any-hour.ts';
import { type Api, until } from '../house/api.ts';
import { saveLine } from '../house/calls.ts';
import { openMerchant } from '../house/merchants.ts';
import { comesDue, draftTask, finishedTask, startTask, type TaskBoard } from '../house/tasks.ts';
import type { Ground } from './ground.ts';

/** What somebody else's carrier sees of lists that a person works on while they are called. */
export interface OnTheWire {
  /** The first number is hung up by hand while it rings, the second is taken out before its turn, the third is left alone. */
  readonly byHand: Wire;
  /** All is stopped while the first number rings, and goes on; a number has one call a day, and then two. */
  readonly stopped: Wire & { readonly underCap: Wire['invites'] };
}

interface Wire {
  readonly board: TaskBoard;
  /** INVITEs of new calls, by number. */
  readonly invites: Readonly<Record<string, number>>;
  readonly sipp: SippResult;
}

const [CANCELLED, TAKEN_OUT, LEFT] = ['13712380001', '13712380002', '13712380003'] as const;
const [STOPPED, AFTER] = ['13712380011', '13712380012'] as const;
const STEP_LIMIT_MS = 90_000;
const TASK_LIMIT_MS = 180_000;
const CALLS = 3;

const numbersOf = async (api: Api, id: string) => (await api.call(endpoints.task.callees, { id })).list;

/** The number of each dialog's first INVITE: one that is repeated, or sent again with credentials, is no other call. */
const invitesIn = (messages: SippResult['messages']): Record<string, number> => {
  const calls = new Map<string, string>();
  for (const { text } of messages) {
    const number = /^\s*INVITE sip:(\d+)@/.exec(text)?.[1];
    const call = /^Call-ID:\s*(\S+)/im.exec(text)?.[1];
    if (number !== undefined && call !== undefined) calls.set(call, number);
  }
  const count = (number: string) => [...calls.values()].filter(each => each === number).length;
  return Object.fromEntries([...new Set(calls.values())].map(number => [number, count(number)]));
};

/** Calls these over a line to that carrier, one after the other; the task once the first of them rings. */
const ringing = async (api: Api, sipp: SippCarrier, name: string, phones: readonly string[]): Promise<string> => {
  const lineId = await saveLine(api, { name, address: `127.0.0.1:${sipp.port}`, channels: 1 });
  const { list } = await api.call(endpoints.port.list, { limit: 100 });
  const portId = list.find(port => port.lineId === lineId)?.id ?? '';
  const id = await draftTask(api, phones, { name, ports: [{ portId, channels: 1 }], ringTimeoutS: 10 });
  await startTask(api, id);
  await until('the first number to ring', STEP_LIMIT_MS, async () => {
    const { [phones[0]!]: invites } = invitesIn(await sipp.messages());
    return invites === 1 ? true : null;
  });
  return id;
};

const waitsFor = (api: Api, id: string, phone: string, because: string) =>
  until(`${phone} to wait: ${because}`, STEP_LIMIT_MS, async () => {
    const callee = (await numbersOf(api, id)).find(each => each.phone === phone);
    return callee?.state === 'retry' && callee.because === because ? true : null;
  });

const atTheEnd = async (api: Api, id: string, sipp: SippCarrier): Promise<Wire> => {
  const board = await finishedTask(api, id, TASK_LIMIT_MS);
  const result = await sipp.finished;
  return { board, invites: invitesIn(result.messages), sipp: result };
};

const hangUpByHand = async (ground: Ground, sipp: SippCarrier): Promise<Wire> => {
  const { api } = ground;
  const id = await ringing(api, sipp, '边打边改', [CANCELLED, TAKEN_OUT, LEFT]);
  const { live } = await api.call(endpoints.task.board, { id });
  const second = (await numbersOf(api, id)).find(({ phone }) => phone === TAKEN_OUT);
  await api.call(endpoints.taskNumbers.takeOut, { id, callees: [second?.id ?? ''] });
  await api.call(endpoints.call.hangUp, { id: live.find(call => call.phone === CANCELLED)?.id ?? '' });
  await waitsFor(api, id, CANCELLED, 'givenBack');
  await comesDue(ground.house, id);
  return atTheEnd(api, id, sipp);
};

/** Of a merchant of its own: the emergency stop and the cap are a merchant's. */
const stopAll = async (ground: Ground, sipp: SippCarrier): Promise<OnTheWire['stopped']> => {
  const merchant = { number: '300101', name: '望江装饰', account: 'wangjiang', ownerName: '江一帆' };
  const { api } = await openMerchant(ground.house, merchant, 1);
  const id = await ringing(api, sipp, '急停再续', [STOPPED, AFTER]);
  await api.call(endpoints.task.stopAll, {});
  await waitsFor(api, id, STOPPED, 'givenBack');
  await api.call(endpoints.task.resume, { id });
  await comesDue(ground.house, id);
  await waitsFor(api, id, STOPPED, 'cappedDay');
  const underCap = invitesIn(await sipp.messages());
  await callAtAnyHour(ground.house, api, { perDay: 2 });
  await comesDue(ground.house, id);
  return { ...(await atTheEnd(api, id, sipp)), underCap };
};

export const watchTheWire = async (ground: Ground): Promise<OnTheWire> => {
  const carriers = await Promise.all([1, 2].map(() => startSipp('rings', {}, { calls: CALLS })));
  const [one, other] = carriers as [SippCarrier, SippCarrier];
  try {
    const [byHand, stopped] = await Promise.all([hangUpByHand(ground, one), stopAll(ground, other)]);
    return { byHand, stopped };
  } finally {
    await Promise.all(carriers.map(each => each.stop()));
  }
};

export const onTheWire = (seen: () => Promise<OnTheWire>): void => {
  describe.skipIf(!sippIsThere)('on the wire of a carrier', () => {
    it('who was taken out gets no INVITE, who was hung up by hand while it rang exactly one more', {
      timeout: 2 * TASK_LIMIT_MS,
    }, async () => {
      const { board, invites, sipp } = (await seen()).byHand;
      expect(invites, sipp.said).toEqual({ [CANCELLED]: 2, [LEFT]: 1 });
      // Who was never called is gone from the list.
      expect(board.counts).toMatchObject({ total: 2, settled: 2 });
    });

    it('who rang when all was stopped gets exactly one more after it goes on, and none while a cap of the day holds', {
      timeout: 2 * TASK_LIMIT_MS,
    }, async () => {
      const { board, invites, sipp, underCap } = (await seen()).stopped;
      expect(underCap[STOPPED], sipp.said).toBe(1);
      expect(invites, sipp.said).toEqual({ [STOPPED]: 2, [AFTER]: 1 });
      expect(board.counts).toMatchObject({ total: 2, settled: 2 });
    });
  });
};
