/**
 * What is done to many calls at once (docs/calls.md#what-is-done-to-many): those that a filter finds, newest first, a chunk a
 * transaction, so that a killed process goes on where the last commit left off. Calls that end meanwhile are none of them.
 */
import { callEndpoints, stored } from '@lianxian/contract';
import { z } from 'zod';
import {
  inTransaction,
  type MerchantDb,
  merchantDb,
  throughDeadlocks,
  type UnscopedDb,
} from '../../platform/db/index.ts';
import { type BatchRun, type BatchWork, startBatch } from '../batches/index.ts';
import { filterFor } from '../records/index.ts';
import { viewerOf } from '../staff/index.ts';
import { type Act, actOn, nextCalls } from './acts.store.ts';

export const ACT_KIND = 'calls.act';

/** Which calls, as they were asked for. */
export const whichCalls = z.object({
  // As it was read off the wire.
  filter: callEndpoints.export.input.extend({ namesAuthority: z.boolean().optional() }),
  seesPhones: z.boolean(),
  /** No later ones. */
  listedBy: z.string(),
});
export type WhichCalls = z.infer<typeof whichCalls>;

const actSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('type'), customerType: z.number() }),
  z.object({ kind: z.literal('assign'), employeeId: z.string() }),
  z.object({ kind: z.literal('remove') }),
]) satisfies z.ZodType<Act>;
const orderSchema = whichCalls.extend({ act: actSchema });
const cursorSchema = z.object({ after: z.string().nullable(), done: z.number(), over: z.boolean() });
type Cursor = z.infer<typeof cursorSchema>;
const beginning: Cursor = { after: null, done: 0, over: false };

const titles = { type: 'typesOfCalls', assign: 'callsAssigned', remove: 'callsRemoved' } as const;

export const startAct = (
  tx: MerchantDb,
  createdBy: string,
  input: WhichCalls & { readonly act: Act },
): Promise<string> =>
  startBatch(tx, {
    kind: ACT_KIND,
    title: stored([titles[input.act.kind]]),
    type: input.act.kind === 'remove' ? 2 : 0,
    input,
    createdBy,
  });

/** The calls that were asked for, as who asked sees them now. */
export const wantedCalls = async (db: UnscopedDb, run: BatchRun, { filter, seesPhones, listedBy }: WhichCalls) => ({
  own: merchantDb(db, run.merchantId, await viewerOf(db, run.merchantId, run.createdBy)),
  wanted: { ...(await filterFor(db, filter, seesPhones)), listedBy: new Date(listedBy) },
});

const CHUNK = 500;

export const actWork =
  (db: UnscopedDb): BatchWork =>
  async run => {
    const { act, ...which } = orderSchema.parse(run.input);
    const { own, wanted } = await wantedCalls(db, run, which);
    let cursor = cursorSchema.catch(beginning).parse(run.cursor);
    while (!cursor.over && run.mayGoOn()) {
      const calls = await nextCalls(own, wanted, cursor.after, CHUNK);
      cursor = await throughDeadlocks(() =>
        inTransaction(db, async tx => {
          const key = { merchantId: run.merchantId, batchId: run.id };
          const done =
            calls.length === 0
              ? 0
              : await actOn(
                  tx,
                  key,
                  act,
                  calls.map(({ id }) => id),
                );
          const next: Cursor = {
            after: calls.at(-1)?.cursor ?? cursor.after,
            done: cursor.done + done,
            over: calls.length < CHUNK,
          };
          await run.progress(tx, { done: next.done, cursor: next });
          return next;
        }),
      );
    }
    return { remark: stored(['rows', { rows: cursor.done }]) };
  };
