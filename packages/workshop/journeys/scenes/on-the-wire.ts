import { endpoints } from '@lianxian/contract';
import { describe, expect, it } from 'vitest';
import { type SippCarrier, type SippResult, sippIsThere, startSipp } from '../../interop/sipp.ts';
import { openDirect } from '../../src/prove/database.ts';
import { type Api, until } from '../house/api.ts';
import { saveLine } from '../house/calls.ts';
import { draftTask, finishedTask, startTask, type TaskBoard } from '../house/tasks.ts';
import type { Ground } from './ground.ts';

/**
 * What somebody else's carrier sees of a list that a person works on while it is called: the first number is hung up by
 * hand while it rings, the second is taken out before its turn, the third is left alone.
 */
export interface OnTheWire {
  readonly board: TaskBoard;
  /** INVITEs of new calls, by number. */
  readonly invites: Readonly<Record<string, number>>;
  readonly sipp: SippResult;
}

const [CANCELLED, TAKEN_OUT, LEFT] = ['13712380001', '13712380002', '13712380003'] as const;
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

const callThem = async ({ api, house }: Ground, sipp: SippCarrier): Promise<OnTheWire> => {
  const lineId = await saveLine(api, { name: '看着打', address: `127.0.0.1:${sipp.port}`, channels: 1 });
  const { list } = await api.call(endpoints.port.list, { limit: 100 });
  const portId = list.find(port => port.lineId === lineId)?.id ?? '';
  const id = await draftTask(api, [CANCELLED, TAKEN_OUT, LEFT], {
    name: '边打边改',
    ports: [{ portId, channels: 1 }],
    ringTimeoutS: 10,
  });
  const second = (await numbersOf(api, id)).find(({ phone }) => phone === TAKEN_OUT);
  await startTask(api, id);
  await until('the first number to ring', STEP_LIMIT_MS, async () => {
    const { [CANCELLED]: invites } = invitesIn(await sipp.messages());
    return invites === 1 ? true : null;
  });
  const { live } = await api.call(endpoints.task.board, { id });
  await api.call(endpoints.taskNumbers.takeOut, { id, callees: [second?.id ?? ''] });
  await api.call(endpoints.call.hangUp, { id: live.find(call => call.phone === CANCELLED)?.id ?? '' });
  await until('the first number to wait', STEP_LIMIT_MS, async () => {
    const first = (await numbersOf(api, id)).find(({ phone }) => phone === CANCELLED);
    return first?.state === 'retry' ? true : null;
  });
  const direct = await openDirect(house.dataDir);
  try {
    // Its five minutes are over.
    await direct.rows("update callee set due_at = now() where task_id = $1 and state = 'retry' returning id", [id]);
    await direct.rows("select pg_notify('tasks', $1)", [id]);
  } finally {
    await direct.close();
  }
  const board = await finishedTask(api, id, TASK_LIMIT_MS);
  const result = await sipp.finished;
  return { board, invites: invitesIn(result.messages), sipp: result };
};

export const watchTheWire = async (ground: Ground): Promise<OnTheWire> => {
  const sipp = await startSipp('rings', {}, { calls: CALLS });
  try {
    return await callThem(ground, sipp);
  } finally {
    await sipp.stop();
  }
};

export const onTheWire = (seen: () => Promise<OnTheWire>): void => {
  describe.skipIf(!sippIsThere)('on the wire of a carrier', () => {
    it('who was taken out gets no INVITE, who was hung up by hand while it rang exactly one more', {
      timeout: 2 * TASK_LIMIT_MS,
    }, async () => {
      const { board, invites, sipp } = await seen();
      expect(invites, sipp.said).toEqual({ [CANCELLED]: 2, [LEFT]: 1 });
      // Who was never called is gone from the list.
      expect(board.counts).toMatchObject({ total: 2, settled: 2 });
    });
  });
};
