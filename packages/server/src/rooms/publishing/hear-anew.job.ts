/**
 * Another release may know other common meanings (decision 72), and a plan that took one hears otherwise by it. So within an
 * hour of meeting another list the saved test conversations of every published plan are run against its newest version, and
 * who published it is told which plan breaks them. One job a plan, one plan at a time: what is killed halfway goes on there.
 */
import { stored } from '@lianxian/contract';
import { meaningsMark } from '@lianxian/core';
import { z } from 'zod';
import type { Bench } from '../../platform/bench.ts';
import { merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { benchFor } from '../../platform/http/index.ts';
import type { Jobs } from '../../platform/jobs.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { versionJson } from '../plans/index.ts';
import { runPlanTests } from '../talks/index.ts';
import { HEAR_ANEW, newestOfTested, queueTested } from './hear-anew.store.ts';

const payload = z.object({ merchantId: z.string(), planId: z.string() });

export const hearAnewJob = (parts: {
  readonly db: UnscopedDb;
  readonly bench: Bench;
  readonly push: Pick<PushSender, 'toEmployee'>;
}): Jobs => ({
  meetMeanings: () => queueTested(parts.db, meaningsMark()),
  [HEAR_ANEW]: async given => {
    const { merchantId, planId } = payload.parse(given);
    const db = merchantDb(parts.db, merchantId);
    const found = await newestOfTested(db, planId);
    const json = found && (await versionJson(db, planId, found.version));
    if (!found || !json) return;
    const { failed } = await runPlanTests({ db, bench: benchFor(parts.bench, merchantId) }, planId, { json });
    if (failed.length === 0 || found.whose === null) return;
    const msg = stored(['plansHeardAnew', { plan: found.name, count: failed.length }]);
    parts.push.toEmployee(merchantId, found.whose, { type: 1, msg });
  },
});
