import { type Kysely, sql } from 'kysely';

/**
 * Days of calls that are split by nothing, and provinces of calls of whatever task, plan, line and port (decision 123): what
 * pages show that ask for no more is read of some dozen rows a day. Filled of what is counted; what waits comes by the job.
 */
export const up = async (db: Kysely<never>): Promise<void> => {
  await sql`alter table stat_day drop constraint stat_day_split_check`.execute(db);
  await sql`alter table stat_day add constraint stat_day_split_check
    check (split in ('whole', 'province', 'provinceAlone', 'caller', 'cause'))`.execute(db);
  await sql
    .raw(`
    insert into stat_day (merchant_id, split, day, owner_id, source, task_id, plan_id, plan_version, line_id, port_id, key, ${names})
    select merchant_id, 'whole', (hour at time zone merchant.zone)::date, owner_id, source, task_id, plan_id, plan_version, line_id,
      port_id, '', ${sums}
    from stat_hour join merchant on merchant.id = stat_hour.merchant_id group by 1, 3, 4, 5, 6, 7, 8, 9, 10`)
    .execute(db);
  await sql
    .raw(`
    insert into stat_day (merchant_id, split, day, owner_id, source, task_id, plan_id, plan_version, line_id, port_id, key, ${names})
    select merchant_id, 'provinceAlone', day, owner_id, source, 0, 0, 0, 0, 0, key, ${sums}
    from stat_day where split = 'province' group by 1, 3, 4, 5, 11`)
    .execute(db);
};

const figures = [
  ...['calls', 'numbers', 'seized', 'answered', 'heard', 'talk_ms', 'turns', 'completed', 'missed'],
  ...['level_a', 'level_b', 'level_c', 'level_d', 'level_e', 'level_f', 'cost'],
];
const names = figures.join(', ');
const sums = figures.map(name => `sum(${name})`).join(', ');
