import type { WhatIf } from '@lianxian/core';
import { z } from 'zod';
import type { Bench } from '../../platform/bench.ts';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { moneyOfTask } from '../billing/index.ts';
import { FORETELL_JOB } from '../tasks/index.ts';
import { endedOf, isUnderWay, keepForetold } from './foretold.store.ts';
import { numbersIn, readAhead, seedOf, whatIfProgram, workOf } from './reading.ts';

const orderSchema = z.object({ merchantId: z.string(), task: z.string() });

/** Tells what will come of a task that was started or changed, and keeps it beside what had come of it by then. */
export const foretellJob = (db: UnscopedDb, bench: Bench): Jobs => ({
  [FORETELL_JOB]: async payload => {
    const { merchantId, task: taskId } = orderSchema.parse(payload);
    const key = { merchantId, taskId };
    if (!(await isUnderWay(db, key))) return;
    const [read, before, { spent }] = await Promise.all([
      readAhead(db, key),
      endedOf(db, key),
      moneyOfTask(db, merchantId, taskId),
    ]);
    if (read === null) return;
    const list = workOf(read.list, read.ports, read.fresh);
    const numbers = numbersIn(list);
    if (numbers === 0) return;
    const { zone, now } = read.list.task;
    const at = new Date(now).toISOString();
    const work = { zone, at, seen: read.seen, seed: seedOf(taskId), lists: [list] };
    const [told] = await bench.run<readonly WhatIf[]>(whatIfProgram, merchantId, work);
    if (told !== undefined) await keepForetold(db, key, { at, numbers, told, ...before, spent });
  },
});
