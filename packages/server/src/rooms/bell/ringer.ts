import { inTransaction, type UnscopedDb } from '../../platform/db/index.ts';
import type { Log } from '../../platform/log.ts';
import { tellIn } from '../../platform/push/index.ts';
import { startWorkLoop } from '../../platform/work-loop.ts';
import {
  type BellGroup,
  callBackOf,
  dueGroups,
  forgetRung,
  type Gathered,
  ownerOf,
  takeGroup,
  whoListens,
} from './bell.store.ts';
import { bellText } from './bell.view.ts';
import { controllersOf } from './controllers.store.ts';

/**
 * Tells people what the bell is for (docs/after-call.md#the-bell). The first of a kind about one thing rings at once, what
 * comes within the minute after it is one line with a count. Told and taken in one transaction: nothing is lost or said
 * twice, whatever is killed.
 */
interface RingerParts {
  readonly db: UnscopedDb;
  readonly log: Log;
  /** Writes what is to be told and is not written by who causes it; asked before each look. */
  readonly gather?: readonly ((db: UnscopedDb) => Promise<void>)[];
}

interface Ringer {
  readonly wake: () => void;
  readonly close: () => Promise<void>;
}

const LOOK_EVERY_MS = 1_000;
const FORGET_EVERY_MS = 3_600_000;
/** Told of one thing at most. */
const MOST_TOLD = 50;

/** Whoever made it, whoever may control it and sees it; of nobody's, whoever sees all. */
const concerned = async (tx: UnscopedDb, merchantId: string, { owners, people, concerns }: Gathered) => {
  const told = new Set(people);
  if (!concerns) return told;
  for (const id of owners) {
    const owner = id === null ? null : await ownerOf(tx, merchantId, id);
    if (id !== null) told.add(id);
    for (const each of await controllersOf(tx, merchantId, owner)) told.add(each);
  }
  return told;
};

const ringGroup = (db: UnscopedDb, group: BellGroup): Promise<void> =>
  inTransaction(db, async tx => {
    const gathered = await takeGroup(tx, group);
    if (gathered === null) return;
    const { merchantId, kind } = group;
    const msg = bellText(kind, gathered.facts, gathered.count);
    if (msg === null) return;
    const people = [...(await concerned(tx, merchantId, gathered))].slice(0, MOST_TOLD);
    const leads = {
      ...(gathered.callId !== null && { id: gathered.callId }),
      ...(gathered.task !== null && { task: gathered.task }),
    };
    const listeners = await whoListens(tx, group, people);
    const { callId } = gathered;
    const isOne = kind === 'todo' && gathered.count === 1 && callId !== null;
    const callBack = isOne ? await callBackOf(tx, { merchantId, callId }, listeners) : undefined;
    for (const employeeId of listeners) {
      // Who has a seat is led to the guide of the call that is due.
      const isCalledBack = callBack?.seats.includes(employeeId);
      const told = isCalledBack
        ? { type: 4 as const, phone: callBack!.phone, todoId: callBack!.id }
        : { type: 1 as const };
      await tellIn(tx, { merchantId, employeeId }, { ...told, msg, ...leads });
    }
  });

export const openRinger = ({ db, log, gather = [] }: RingerParts): Ringer => {
  let forgotOn = performance.now();
  const look = async (): Promise<number> => {
    for (const each of gather) await each(db);
    for (const group of await dueGroups(db))
      await ringGroup(db, group).catch((error: unknown) =>
        log.warn({ err: error, kind: group.kind }, 'the bell did not ring, and tries again'),
      );
    if (performance.now() - forgotOn > FORGET_EVERY_MS) {
      forgotOn = performance.now();
      await forgetRung(db);
    }
    return LOOK_EVERY_MS;
  };
  const loop = startWorkLoop(look, LOOK_EVERY_MS, error =>
    log.warn({ err: error }, 'the bell could not be looked for'),
  );
  loop.wake();
  return {
    wake: loop.wake,
    close: async () => {
      loop.stop();
      await loop.idle();
    },
  };
};
