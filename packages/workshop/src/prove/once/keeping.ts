import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@lianxian/contract';
import type { Once, ReadyOnce } from './once.ts';
import type { Site } from './site.ts';

/**
 * What leaves: sound by days, records by months, removed calls, files of yesterday, numbers of removed tasks, a merchant. Bytes go
 * before rows, so the death that is cut leaves rows whose bytes are gone.
 */

const addJob = ({ direct }: Site, name: string) =>
  direct.rows('select graphile_worker.add_job($1::text, queue_name => $1::text, job_key => $1::text)', [name]);

/** What the audit says of this sort since then, summed. */
const audited = `(select coalesce(sum((after ->> $2::text)::int), 0)::int from audit where action = $1::text and id > $3::bigint)`;
const lastAudit = async ({ one }: Site): Promise<string> =>
  (await one<{ id: string }>('select coalesce(max(id), 0)::text as id from audit')).id;

interface OldCalls {
  readonly folder: string;
  readonly ids: readonly string[];
}

/** Ended calls so many days ago with sound and words. `first`: the id of the first of them. */
export const oldCalls = async (
  site: Site,
  { first, count, days }: { readonly first: string; readonly count: number; readonly days: number },
): Promise<OldCalls> => {
  const folder = `prove-${site.next()}`;
  const rows = await site.direct.rows<{ id: string }>(
    `with made as (
       insert into call (merchant_id, id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, placed_at, answered_at,
         ended_at, stage, state, fault, because, may_retry, hung_up_by, talk_ms, file)
       select $1, $4::bigint + n, $2, 1, '话术', $3, '练习线路', true, '15400000001', at, at, at, 'ended', 'answered', 'nobody',
         'answered', false, 'callee', 20000, $7 || '/' || n
       from generate_series(1, $5::int) n, lateral (select now() - $6 * interval '1 day' as at) past
       returning merchant_id, id, file),
     sound as (
       insert into file (merchant_id, path, name, mime, kind)
       select merchant_id, 'recordings/' || file || '.wav', 'call.wav', 'audio/wav', 'recording' from made
       returning merchant_id, id, path),
     words as (
       insert into call_transcript (merchant_id, call_id, lines, path, answers)
       select merchant_id, id, '[{"text":"喂"}]', '[]', '[]' from made),
     recordings as (
       insert into call_recording (merchant_id, call_id, file_id, duration_ms, bytes)
       select sound.merchant_id, made.id, sound.id, 20000, 5 from sound join made on sound.path = 'recordings/' || made.file || '.wav')
     select id::text from made order by id`,
    [site.merchantId, site.planId, site.lineId, first, count, days, folder],
  );
  await site.files(
    `recordings/${folder}`,
    Array.from({ length: count }, (_, n) => `${n + 1}.wav`),
  );
  return { folder, ids: rows.map(({ id }) => id) };
};

const leftOf = async (site: Site, { folder, ids }: OldCalls) => ({
  files: (await site.filesIn(`recordings/${folder}`)).length,
  ...(await site.one<{ calls: number; sounds: number; words: number; rows: number }>(
    `select (select count(*)::int from call where id = any($1)) as calls,
       (select count(*)::int from call_recording where call_id = any($1)) as sounds,
       (select count(*)::int from call_transcript where call_id = any($1) and lines <> '[]') as words,
       (select count(*)::int from file where path like 'recordings/' || $2 || '/%') as rows`,
    ids,
    folder,
  )),
});

const FIRST_OF_BEFORE = 1_000_000;
/** Two portions. */
const SOUNDS = 501;

export const recordings: Once = {
  name: 'sound and words leave after their days',
  owner: 'jobs',
  ready: async site => {
    const first = String(FIRST_OF_BEFORE + 1_000 * site.next());
    const old = await oldCalls(site, { first, count: SOUNDS, days: 200 });
    const since = await lastAudit(site);
    return {
      commit: { of: 'insert on audit', when: `new.action = 'recording.purge'` },
      act: () => addJob(site, 'purgeRecordings'),
      facts: async () => ({
        ...(await leftOf(site, old)),
        ...(await site.one(`select ${audited} as audited`, 'recording.purge', 'recordings', since)),
      }),
      after: { files: 0, calls: SOUNDS, sounds: 0, words: 0, rows: 0, audited: SOUNDS },
    };
  },
};

/** With each death the months of this database become so much older, for a run lets all go that are; records are kept so many days. */
const MONTHS_OLDER = 8;
const THIS_MONTH = `(extract(year from now() at time zone 'UTC')::int - 2000) * 12 + extract(month from now() at time zone 'UTC')::int - 1`;
const RECORD_DAYS = 40;

const readyMonth = async (site: Site): Promise<{ readonly old: OldCalls; readonly name: string }> => {
  const { older } = await site.one<{ older: number }>(
    `select month_of(now()) - (${THIS_MONTH}) + ${MONTHS_OLDER} as older`,
  );
  await site.direct.rows(`create or replace function month_of(at timestamptz) returns int language sql immutable parallel safe as $$
    select (extract(year from at at time zone 'UTC')::int - 2000) * 12 + extract(month from at at time zone 'UTC')::int - 1 + ${older} $$`);
  await site.direct.rows('select keep_months(now())');
  await site.direct.rows('update record_keeping set record_days = $1', [RECORD_DAYS]);
  const { first, name } = await site.one<{ first: string; name: string }>(
    'select first_id(oldest)::text as first, month_name(oldest) as name from id_month',
  );
  return { old: await oldCalls(site, { first, count: 3, days: 0 }), name };
};

const month = (what: string, commit: (name: string) => ReadyOnce['commit']): Once => ({
  name: `a month leaves: ${what}`,
  owner: 'jobs',
  ready: async site => {
    const { old, name } = await readyMonth(site);
    return {
      commit: commit(old.folder),
      act: () => addJob(site, 'purgeRecords'),
      facts: async () => ({
        ...(await leftOf(site, old)),
        ...(await site.one(
          `select to_regclass('call_' || $1) is not null as "isThere", (select coalesce(sum((after ->> 'calls')::int), 0)::int from audit
             where action = 'record.purge' and after ->> 'month' = replace($1, '_', '-')) as audited`,
          name,
        )),
      }),
      after: { files: 0, calls: 0, sounds: 0, words: 0, rows: 0, isThere: false, audited: 3 },
    };
  },
});

const removedCalls: Once = {
  name: 'sound of removed calls leaves a day later',
  owner: 'jobs',
  ready: async site => {
    const first = String(FIRST_OF_BEFORE + 1_000 * site.next());
    const old = await oldCalls(site, { first, count: 3, days: 2 });
    await site.direct.rows(
      `update call set removed_at = now() - interval '2 days', removal_due = now() - interval '1 day' where id = any($1)`,
      [old.ids],
    );
    const since = await lastAudit(site);
    return {
      commit: { of: 'insert on audit', when: `new.action = 'call.purge'` },
      act: () => addJob(site, 'clearRemovedCalls'),
      facts: async () => ({
        ...(await leftOf(site, old)),
        ...(await site.one(`select ${audited} as audited`, 'call.purge', 'calls', since)),
      }),
      after: { files: 0, calls: 3, sounds: 0, words: 0, rows: 0, audited: 3 },
    };
  },
};

const batchesOfYesterday: Once = {
  name: 'batch tasks of yesterday leave with their files',
  owner: 'jobs',
  ready: async site => {
    const folder = `exports/prove-${site.next()}`;
    await site.files(folder, ['1.csv', '2.csv', '3.csv']);
    await site.direct.rows(
      `with made as (insert into file (merchant_id, path, name, mime, kind, bytes)
         select $1, $2 || '/' || n || '.csv', 'a.csv', 'text/csv', 'calls', 5 from generate_series(1, 3) n returning merchant_id, id)
       insert into batch (merchant_id, kind, title, type, state, input, created_by, file_id, modified_at)
       select merchant_id, 'exportCalls', '', 1, 'done', '{}', $3, id, now() - interval '3 days' from made`,
      [site.merchantId, folder, site.ownerId],
    );
    return {
      commit: { of: 'delete on batch', when: `old.modified_at < now() - interval '2 days'` },
      act: () => addJob(site, 'purge'),
      facts: async () => ({
        files: (await site.filesIn(folder)).length,
        ...(await site.one(
          `select count(*)::int as rows, (select count(*)::int from batch where modified_at < now() - interval '2 days') as batches
           from file where path like $1 || '/%'`,
          folder,
        )),
      }),
      after: { files: 0, rows: 0, batches: 0 },
    };
  },
};

const archive = (what: string, of: ReadyOnce['commit']): Once => ({
  name: `all data of a merchant: ${what}`,
  owner: 'jobs',
  ready: async site => {
    const facts = async () => {
      const row = await site.one<{ path: string | null; bytes: string | null; state: string; files: number }>(
        `select b.state, f.path, f.bytes::text, (select count(*)::int from file where kind = 'archive' and path like '%/' || b.id || '.zip') as files
         from batch b left join file f on f.merchant_id = b.merchant_id and f.id = b.file_id where b.kind = 'takeOut' order by b.id desc limit 1`,
      );
      const at = join(site.house.dataDir, row.path ?? '-');
      const bytes = await stat(at).then(
        ({ size }) => size,
        () => 0,
      );
      return { state: row.state, files: row.files, isWhole: bytes > 0 && String(bytes) === row.bytes };
    };
    return {
      commit: of,
      act: () => site.api.call(endpoints.keeping.takeOut, {}),
      facts,
      after: { state: 'done', files: 1, isWhole: true },
    };
  },
});

/** A merchant with a row of each sort and its money, whose days are over. */
const doomed = async (
  site: Site,
): Promise<{ readonly id: string; readonly number: string; readonly folder: string }> => {
  const n = site.next();
  const account = `prove${n}`;
  const { number } = await site.platform.call(endpoints.merchant.save, {
    name: `商户 ${n}`,
    account,
    ownerName: '陈静',
  });
  const folder = `prove-${n}`;
  await site.files(`recordings/${folder}`, ['1.wav']);
  const { id } = await site.one<{ id: string }>(
    `with own as (select m.id, e.id as employee from merchant m join employee e on e.merchant_id = m.id where m.number = $1 limit 1),
     due as (insert into merchant_deletion (merchant_id, asked_by, asked_at, due_at)
       select id, employee, now() - interval '8 days', now() - interval '1 day' from own),
     plan as (insert into plan (merchant_id, name) select id, '话术' from own returning id),
     listed as (insert into blacklist (merchant_id, phone) select id, (13800000000 + n)::text from own, generate_series(1, 3000) n),
     sound as (insert into file (merchant_id, path, name, mime, kind)
       select id, 'recordings/' || $2 || '/1.wav', 'a.wav', 'audio/wav', 'recording' from own),
     money as (insert into ledger (merchant_id, kind, amount, amount_after) select id, 'topUp', 10, 10 from own)
     select id::text from own`,
    number,
    folder,
  );
  return { id, number, folder };
};

const deletion = (what: string, commit: (id: string) => ReadyOnce['commit']): Once => ({
  name: `a merchant is deleted: ${what}`,
  owner: 'jobs',
  ready: async site => {
    const { id, number, folder } = await doomed(site);
    return {
      commit: commit(id),
      act: () => addJob(site, 'deleteMerchants'),
      facts: async () => ({
        files: (await site.filesIn(`recordings/${folder}`)).length,
        ...(await site.one(
          `select m.active, m.name = '-' || $2 as "isNameless", (select count(*)::int from ledger where merchant_id = m.id) as money,
             (select count(*)::int from plan where merchant_id = m.id) + (select count(*)::int from blacklist where merchant_id = m.id)
               + (select count(*)::int from file where merchant_id = m.id) as rows,
             (select count(*)::int from audit where merchant_id = m.id and action = 'merchant.deleted') as audited,
             (select count(*)::int from merchant_deletion where merchant_id = m.id and done_at is not null) as done
           from merchant m where m.id = $1`,
          id,
          number,
        )),
      }),
      after: { files: 0, active: false, isNameless: true, money: 1, rows: 0, audited: 1, done: 1 },
    };
  },
});

export const keepingOnce: readonly Once[] = [
  recordings,
  removedCalls,
  batchesOfYesterday,
  archive('in the middle', { of: 'update on batch', when: `new.kind = 'takeOut' and new.rows_done > old.rows_done` }),
  archive('at its end', { of: 'insert on file', when: `new.kind = 'archive'` }),
  deletion('it is shut', id => ({
    of: 'update on merchant',
    when: `new.id = ${id} and old.active and not new.active`,
  })),
  deletion('in the middle of its rows', id => ({ of: 'delete on blacklist', when: `old.merchant_id = ${id}` })),
  deletion('at its end', id => ({
    of: 'insert on audit',
    when: `new.action = 'merchant.deleted' and new.merchant_id = ${id}`,
  })),
];

/** Last: they make the months of the database older than they are. */
export const monthOnce: readonly Once[] = [
  month('what lies elsewhere', folder => ({ of: 'delete on file', when: `old.path like 'recordings/${folder}/%'` })),
  month('its parts', () => ({ of: 'insert on audit', when: `new.action = 'record.purge'` })),
];
