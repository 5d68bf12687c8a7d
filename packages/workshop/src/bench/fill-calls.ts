import type { DirectDatabase } from '../prove/database.ts';

/** So many ended calls of the demo merchant, by hand, back from now. */
export const fillCalls = (direct: DirectDatabase, calls: number): Promise<unknown> =>
  direct.rows(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, placed_at,
       ended_at, stage, state, fault, because, may_retry, hung_up_by, talk_ms)
     select merchant.id, plan_id, version, '话术', line.id, line.name, true, (13800000000 + n)::text, at, at + interval '30 s',
       'ended', 'answered', 'nobody', 'answered', false, 'callee', 20000
     from merchant
       join lateral (select * from line where line.merchant_id = merchant.id limit 1) line on true
       join lateral (select * from plan_version where plan_version.merchant_id = merchant.id limit 1) plan on true,
       lateral (select n, now() - n * interval '26 s' as at from generate_series(1, ${calls}) n) made
     where merchant.number = '100268'`,
  );
