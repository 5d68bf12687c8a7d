import { endpoints } from '@lianxian/contract';
import { draftTask } from '../../../journeys/house/tasks.ts';
import { comes } from '../gates.ts';
import type { Once } from './once.ts';
import type { Site } from './site.ts';

/**
 * What the answer itself acknowledges: the web process dies with the transaction of what was asked. Whoever got no answer asks
 * again.
 */

const since = async ({ one }: Site): Promise<string> =>
  (await one<{ id: string }>('select coalesce(max(id), 0)::text as id from audit')).id;
/** Rows of the audit of this sort since then. */
const auditRows = `(select count(*)::int from audit where action = $1::text and id > $2::bigint)`;

const BATCH_LIMIT_MS = 30_000;

export const approval: Once = {
  name: 'a second person lets an export go',
  owner: 'web',
  ready: async site => {
    const calls = await site.one<{ n: number }>("select count(*)::int as n from call where stage = 'ended'");
    if (calls.n < 2) await someCalls(site);
    await site.asker.call(endpoints.call.export, {});
    const { id } = await site.one<{ id: string }>(
      `select max(id)::text as id from export_request where state = 'waiting'`,
    );
    const from = await since(site);
    return {
      commit: { of: 'insert on audit', when: `new.action = 'export.approve'` },
      act: () => site.api.call(endpoints.approval.approve, { id }),
      facts: () =>
        site.one(
          `select r.state, (select count(*)::int from batch where id = r.batch_id and created_by = r.asked_by) as batches,
             (select count(*)::int from batch where kind = 'exportCalls' and created_at >= r.asked_at) as "inAll", ${auditRows} as audited
           from export_request r where r.id = $3`,
          'export.approve',
          from,
          id,
        ),
      before: { state: 'waiting', batches: 0, inAll: 0, audited: 0 },
      after: { state: 'approved', batches: 1, inAll: 1, audited: 1 },
    };
  },
};

const someCalls = ({ direct, merchantId, planId, lineId }: Site) =>
  direct.rows(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, stage, state, because, fault,
       may_retry, hung_up_by, ended_at)
     select $1, $2, 1, '话术', $3, '练习线路', true, '1540000000' || n, 'ended', 'busy', 'busy', 'callee', true, 'nobody', now()
     from generate_series(1, 3) n`,
    [merchantId, planId, lineId],
  );

const undo: Once = {
  name: 'a removal is taken back',
  owner: 'web',
  ready: async site => {
    const phone = `138${String(10_000_000 + site.next())}`;
    await site.api.call(endpoints.blacklist.add, { phones: phone, reason: '要求不再来电' });
    const { list } = await site.api.call(endpoints.blacklist.list, {});
    const { undo: id } = await site.api.call(endpoints.blacklist.remove, { phoneKey: list[0]!.phoneKey });
    const from = await since(site);
    return {
      commit: { of: 'insert on audit', when: `new.action = 'blacklist.undo'` },
      act: () => site.api.call(endpoints.removal.undo, { id: id ?? '' }),
      facts: () =>
        site.one(
          `select (select count(*)::int from blacklist where phone = $3) as listed, (select count(*)::int from removal where id = $4) as kept,
             ${auditRows} as audited`,
          'blacklist.undo',
          from,
          phone,
          id,
        ),
      before: { listed: 0, kept: 1, audited: 0 },
      after: { listed: 1, kept: 0, audited: 1 },
    };
  },
};

const experiment: Once = {
  name: 'a comparison of plans ends',
  owner: 'web',
  ready: async site => {
    const { rival } = await site.one<{ rival: string }>(
      `with made as (insert into plan (merchant_id, name) values ($1, '乙话术 ' || $3) returning merchant_id, id)
       insert into plan_version (merchant_id, plan_id, version, graph, nodes, published_at, variables)
       select made.merchant_id, made.id, 1, v.graph, v.nodes, now(), v.variables from made join plan_version v
         on v.merchant_id = made.merchant_id and v.plan_id = $2 and v.version = 1 returning plan_id::text as rival`,
      site.merchantId,
      site.planId,
      String(site.next()),
    );
    const taskId = await draftTask(site.api, [], { planId: site.planId });
    await site.api.call(endpoints.experiment.save, {
      taskId,
      goal: { kind: 'level', level: 'A' },
      variants: [
        { planId: site.planId, share: 50 },
        { planId: rival, share: 50 },
      ],
    });
    await site.direct.rows(`update task set state = 'paused', because = 'byUser' where id = $1`, [taskId]);
    const from = await since(site);
    return {
      commit: { of: 'insert on audit', when: `new.action = 'experiment.end'` },
      act: () => site.api.call(endpoints.experiment.end, { taskId, variant: 1 }),
      facts: () =>
        site.one(
          `select t.plan_id = $4 as "isTaken", x.ended_at is not null as "isOver", ${auditRows} as audited,
             (select count(*)::int from task_event e where e.task_id = t.id and e.kind = 'variantTaken') as told
           from task t join task_experiment x on x.merchant_id = t.merchant_id and x.task_id = t.id where t.id = $3`,
          'experiment.end',
          from,
          taskId,
          rival,
        ),
      before: { isTaken: false, isOver: false, audited: 0, told: 0 },
      after: { isTaken: true, isOver: true, audited: 1, told: 1 },
    };
  },
};

/** To the reseller, a line of the demo merchant. */
const loan = async (site: Site) => {
  const { line } = await site.one<{ line: string }>(
    `insert into line (merchant_id, name, address) values ($1, '线路 ' || $2, '192.0.2.1:5060') returning id::text as line`,
    site.merchantId,
    String(site.next()),
  );
  const place = { id: site.merchantId, lineId: line, cid: '100100' };
  const lend = (channels: number) =>
    site.platform.call(endpoints.lending.lend, { ...place, name: '平台线路', channels, pricePerMinute: '0.1' });
  const facts = () =>
    site.one(
      `select count(*)::int as loans, coalesce(sum(l.channels), 0)::int as channels,
         (select count(*)::int from port p join line own on own.merchant_id = p.merchant_id and own.id = p.line_id
          where own.lender_line_id = $1 and p.removed_at is null) as ports
       from line l where l.lender_line_id = $1 and l.removed_at is null`,
      line,
    );
  return { place, lend, facts };
};

const lent: Once = {
  name: 'a line is lent',
  owner: 'web',
  ready: async site => {
    const { lend, facts } = await loan(site);
    return {
      commit: { of: 'insert on audit', when: `new.action = 'line.lend'` },
      act: () => lend(3),
      facts,
      before: { loans: 0, channels: 0, ports: 0 },
      after: { loans: 1, channels: 3, ports: 1 },
    };
  },
};

const otherTerms: Once = {
  name: 'the terms of a lent line change',
  owner: 'web',
  ready: async site => {
    const { lend, facts } = await loan(site);
    await lend(3);
    return {
      commit: { of: 'insert on audit', when: `new.action = 'line.lend'` },
      act: () => lend(7),
      facts,
      before: { loans: 1, channels: 3, ports: 1 },
      after: { loans: 1, channels: 7, ports: 1 },
    };
  },
};

const lentBack: Once = {
  name: 'a lent line is taken back',
  owner: 'web',
  ready: async site => {
    const { lend, facts, place } = await loan(site);
    await lend(3);
    return {
      commit: { of: 'insert on audit', when: `new.action = 'line.takeBack'` },
      act: () => site.platform.call(endpoints.lending.takeBack, place),
      facts,
      before: { loans: 1, channels: 3, ports: 1 },
      after: { loans: 0, channels: 0, ports: 0 },
    };
  },
};

const NUMBER = '100268';
const deletionFacts = (site: Site, action: string, from: string) => () =>
  site.one(
    `select ${auditRows} as audited, (select count(*)::int from merchant_deletion where merchant_id = $3) as asked`,
    action,
    from,
    site.merchantId,
  );

const deletionAsked: Once = {
  name: 'an owner asks for deletion',
  owner: 'web',
  ready: async site => {
    await site.direct.rows('delete from merchant_deletion where merchant_id = $1', [site.merchantId]);
    const from = await since(site);
    return {
      commit: { of: 'insert on audit', when: `new.action = 'merchant.askDeletion'` },
      act: () => site.api.call(endpoints.keeping.askDeletion, { number: NUMBER }),
      facts: deletionFacts(site, 'merchant.askDeletion', from),
      before: { audited: 0, asked: 0 },
      after: { audited: 1, asked: 1 },
    };
  },
};

const deletionBack: Once = {
  name: 'the deletion is taken back',
  owner: 'web',
  ready: async site => {
    await site.api.call(endpoints.keeping.askDeletion, { number: NUMBER });
    const from = await since(site);
    return {
      commit: { of: 'insert on audit', when: `new.action = 'merchant.keep'` },
      act: () => site.api.call(endpoints.keeping.takeDeletionBack, {}),
      facts: deletionFacts(site, 'merchant.keep', from),
      before: { audited: 0, asked: 1 },
      after: { audited: 1, asked: 0 },
    };
  },
};

const rulesSaved: Once = {
  name: 'rules after a call are saved',
  owner: 'web',
  ready: async site => {
    const taskId = await draftTask(site.api, [], { planId: site.planId });
    const rules = [{ name: '全部', when: [], does: [{ do: 'customerType' as const, type: 2 as const }] }];
    return {
      commit: { of: 'insert on after_call_rules', when: `new.task_id = ${taskId}` },
      act: () => site.api.call(endpoints.afterCall.save, { taskId, rules, version: 0 }),
      facts: () =>
        site.one(
          'select count(*)::int as versions, coalesce(max(version), 0)::int as newest from after_call_rules where task_id = $1',
          taskId,
        ),
      before: { versions: 0, newest: 0 },
      after: { versions: 1, newest: 1 },
    };
  },
};

/** Two hundred numbers leave a list at once, and are asked back. */
const putBackAsked: Once = {
  name: 'many numbers are asked back',
  owner: 'web',
  ready: async site => {
    const taskId = await draftTask(site.api, [], { planId: site.planId });
    await numbersOf(site, taskId, 200);
    const { batchId } = await site.api.call(endpoints.taskNumbers.takeOutMany, { id: taskId, by: 'filter' });
    const isOver = async () =>
      (await site.direct.rows(`select from batch where id = $1 and state = 'done'`, [batchId])).length > 0;
    await comes('all off the list', async () => ((await isOver()) ? true : null), BATCH_LIMIT_MS);
    return {
      commit: { of: 'insert on audit', when: `new.action = 'task.putBack'` },
      act: () => site.api.call(endpoints.taskNumbers.putBack, { id: taskId, takeOutId: batchId }),
      facts: () =>
        site.one(
          `select count(*)::int as numbers, (select count(*)::int from batch where kind = 'callees.putBack' and input ->> 'takeOutId' = $2) as batches,
             (select count(*)::int from audit where action = 'task.putBack' and target = $1) as audited
           from callee where task_id = $1::bigint`,
          taskId,
          batchId,
        ),
      before: { numbers: 0, batches: 0, audited: 0 },
      after: { numbers: 200, batches: 1, audited: 1 },
    };
  },
};

/** So many numbers that nobody calls come onto a list. */
export const numbersOf = async ({ direct, merchantId }: Site, taskId: string, count: number): Promise<void> => {
  await direct.rows(
    `with added as (insert into callee (merchant_id, task_id, phone) select $1, $2, (13700000000 + n)::text from generate_series(1, $3::int) n)
     update task_count set total = total + $3, fresh = fresh + $3 where task_id = $2`,
    [merchantId, taskId, count],
  );
};

export const askedOnce: readonly Once[] = [
  approval,
  undo,
  putBackAsked,
  experiment,
  lent,
  otherTerms,
  lentBack,
  deletionAsked,
  deletionBack,
  rulesSaved,
];
