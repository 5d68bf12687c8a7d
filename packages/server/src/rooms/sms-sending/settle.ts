import { type MessageEvent, maskPhone, moveMessage, reportOfParts } from '@lianxian/core';
import { inTransaction, type UnscopedDb } from '../../platform/db/index.ts';
import { type SettledMessage, settleMessages } from '../billing/index.ts';
import { tellAll } from '../webhooks/index.ts';
import type { Handed, Report } from './carrier.ts';
import { isNotNow } from './judge.policy.ts';
import {
  keepReports,
  linkParts,
  lockMessages,
  type Moved,
  partsOfMessages,
  type Standing,
  writeMoved,
} from './settle.store.ts';

/** What happened to messages is kept, and their holds are settled, in one transaction. */
interface Happened {
  readonly id: string;
  readonly event: MessageEvent;
  readonly because: string;
  /** What it costs, where that is settled by this; else by what it held. */
  readonly free?: boolean;
  readonly triedBy?: string;
}

/** What went, or may have gone, is paid. */
const isPaid = (state: Moved['state']): boolean => ['sent', 'delivered', 'unknown'].includes(state);

const movedBy = ({ id, event, because, free = false, triedBy }: Happened, was: Standing): Moved | null => {
  const state = moveMessage(was.state, event);
  if (state === null) return null;
  const isSettled = state !== 'queued' && state !== 'handing' && was.held > 0;
  const undelivered = event === 'undelivered';
  const cost = isSettled ? ((isPaid(state) || undelivered) && !free ? was.held : 0) : null;
  return { id, state, because, cost, triedBy: triedBy ?? null, reported: event === 'delivered' || undelivered };
};

const apply = async (tx: UnscopedDb, merchantId: string, happened: readonly Happened[]): Promise<readonly Moved[]> => {
  if (happened.length === 0) return [];
  const standing = await lockMessages(
    tx,
    merchantId,
    happened.map(({ id }) => id),
  );
  const moved: Moved[] = [];
  const settled: SettledMessage[] = [];
  for (const one of happened) {
    const was = standing.get(one.id);
    const to = was === undefined ? null : movedBy(one, was);
    if (was === undefined || to === null) continue;
    moved.push(to);
    if (to.cost !== null)
      settled.push({ id: one.id, call: was.callId, parts: was.parts, held: was.held, cost: to.cost });
  }
  await writeMoved(tx, merchantId, moved);
  await settleMessages(tx, merchantId, settled);
  await tellEnds(tx, merchantId, moved, standing);
  return moved;
};

/** The merchant's own systems are told what became of each. */
const tellEnds = async (
  tx: UnscopedDb,
  merchantId: string,
  moved: readonly Moved[],
  standing: ReadonlyMap<string, Standing>,
): Promise<void> => {
  const at = new Date();
  for (const state of ['delivered', 'failed'] as const) {
    const told = moved
      .filter(one => one.state === state)
      .map(({ id, because }) => {
        const { phone, template, source, taskId, callId, parts } = standing.get(id)!;
        const of = { id, phone, template, source, task: taskId, call: callId, parts, because, at: at.toISOString() };
        return { subject: `sms:${id}`, at, data: of, masked: { ...of, phone: maskPhone(phone) } };
      });
    await tellAll(tx, { merchantId, event: `sms.${state}` }, told);
  }
};

/** Messages whose parts' reports are there by now. */
const applyReports = async (tx: UnscopedDb, merchantId: string, ids: readonly string[]): Promise<void> => {
  const found = ids.length === 0 ? [] : await partsOfMessages(tx, merchantId, ids);
  const happened = found.flatMap(({ messageId, delivered, code }): Happened[] => {
    const event = reportOfParts(delivered);
    if (event === null) return [];
    return [{ id: messageId, event, because: event === 'delivered' ? '' : causeOf(code) }];
  });
  await apply(tx, merchantId, happened);
};

/** What carriers call it, by their own word beside it. */
const causeOf = (code: string): string => {
  const kind = /^(EXPIR)/i.test(code)
    ? 'lapsed'
    : /^(REJ|DELETED|BLACK|MBBLACK|MK)/i.test(code)
      ? 'rejected'
      : 'undelivered';
  return code === '' ? kind : `${kind}:${code}`;
};

export interface HandedOver {
  readonly id: string;
  readonly providerId: string;
  readonly answer: Handed;
  /** It costs nothing: it left nothing but a line. */
  readonly free: boolean;
}

const eventOf = ({ type }: Handed): MessageEvent => type;

/** What providers answered; reports that came before the answer count now. */
export const noteAnswers = (db: UnscopedDb, merchantId: string, handed: readonly HandedOver[]): Promise<void> =>
  inTransaction(db, async tx => {
    const happened = handed.map(({ id, providerId, answer, free }) => ({
      ...{ id, event: eventOf(answer), because: answer.type === 'accepted' ? '' : answer.because, free },
      ...(answer.type === 'again' && !isNotNow(answer.because) && { triedBy: providerId }),
    }));
    await apply(tx, merchantId, happened);
    const parts = handed.flatMap(({ id, providerId, answer }) =>
      ('refs' in answer ? (answer.refs ?? []) : []).map(ref => ({ providerId, ref, messageId: id })),
    );
    await linkParts(tx, merchantId, parts);
    await applyReports(tx, merchantId, [...new Set(parts.map(({ messageId }) => messageId))]);
    const told = handed.filter(({ answer }) => answer.type === 'accepted' && answer.delivered === true);
    await apply(
      tx,
      merchantId,
      told.map(({ id }) => ({ id, event: 'delivered', because: '' })),
    );
  });

/** What had been handed over by a process that died. */
export const noteLost = async (tx: UnscopedDb, merchantId: string, ids: readonly string[]): Promise<void> => {
  await apply(
    tx,
    merchantId,
    ids.map(id => ({ id, event: 'lost', because: 'died' })),
  );
};

/** What was to be handed over and was not: its turn comes again. */
export const noteUntouched = async (tx: UnscopedDb, merchantId: string, ids: readonly string[]): Promise<void> => {
  await apply(
    tx,
    merchantId,
    ids.map(id => ({ id, event: 'again', because: '' })),
  );
};

/** Taken back, or left out by the rules: what they held is free. */
export const noteEnded = (
  tx: UnscopedDb,
  merchantId: string,
  ended: readonly {
    readonly id: string;
    readonly event: 'cancelled' | 'withheld' | 'expired';
    readonly because: string;
  }[],
): Promise<readonly { readonly id: string }[]> => apply(tx, merchantId, ended);

/** What a carrier says of parts, whether their message has them already or not. */
export const noteReports = (
  db: UnscopedDb,
  key: { readonly merchantId: string; readonly providerId: string },
  reports: readonly Report[],
): Promise<void> =>
  reports.length === 0
    ? Promise.resolve()
    : inTransaction(db, async tx => applyReports(tx, key.merchantId, await keepReports(tx, key, reports)));
