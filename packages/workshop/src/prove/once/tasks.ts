import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { endpoints } from '@lianxian/contract';
import { draftTask, startTask } from '../../../journeys/house/tasks.ts';
import { comes } from '../gates.ts';
import { numbersOf } from './asked.ts';
import type { Once } from './once.ts';
import type { Site } from './site.ts';

/** What is done about lists and calls by jobs and by the calls process. */

/** Three portions. */
const MANY = 2_500;
const BATCH_LIMIT_MS = 30_000;

const listFacts = (site: Site, taskId: string, kind: 'takenOut' | 'putBack') => () =>
  site.one(
    `select (select count(*)::int from callee where task_id = $1) as listed, c.total, c.fresh,
       (select count(*)::int from taken_number k join take_out o on o.merchant_id = k.merchant_id and o.id = k.take_out_id where o.task_id = $1) as kept,
       (select coalesce(sum((detail ->> 'n')::int), 0)::int from task_event where task_id = $1 and kind = $2) as told
     from task_count c where c.task_id = $1`,
    taskId,
    kind,
  );

const takenOut: Once = {
  name: 'many numbers leave a list',
  owner: 'jobs',
  ready: async site => {
    const id = await draftTask(site.api, [], { planId: site.planId });
    await numbersOf(site, id, MANY);
    return {
      commit: {
        of: 'update on batch',
        when: `new.kind = 'callees.takeMany' and new.rows_done = 2000 and old.rows_done = 1000`,
      },
      act: () => site.api.call(endpoints.taskNumbers.takeOutMany, { id, by: 'filter' }),
      facts: listFacts(site, id, 'takenOut'),
      after: { listed: 0, total: 0, fresh: 0, kept: MANY, told: MANY },
    };
  },
};

const putBack: Once = {
  name: 'many numbers come back to a list',
  owner: 'jobs',
  ready: async site => {
    const id = await draftTask(site.api, [], { planId: site.planId });
    await numbersOf(site, id, MANY);
    const { batchId } = await site.api.call(endpoints.taskNumbers.takeOutMany, { id, by: 'filter' });
    const isOver = async () =>
      (await site.direct.rows(`select from batch where id = $1 and state = 'done'`, [batchId])).length > 0;
    await comes('all off the list', async () => ((await isOver()) ? true : null), BATCH_LIMIT_MS);
    return {
      commit: {
        of: 'update on batch',
        when: `new.kind = 'callees.putBack' and new.rows_done = 2000 and old.rows_done = 1000`,
      },
      act: () => site.api.call(endpoints.taskNumbers.putBack, { id, takeOutId: batchId }),
      facts: listFacts(site, id, 'putBack'),
      after: { listed: MANY, total: MANY, fresh: MANY, kept: MANY, told: MANY },
    };
  },
};

const removedTask: Once = {
  name: 'numbers of a removed task leave',
  owner: 'jobs',
  ready: async site => {
    const id = await draftTask(site.api, [], { planId: site.planId });
    await numbersOf(site, id, MANY);
    return {
      commit: { of: 'delete on callee', when: `old.task_id = ${id}` },
      act: () => site.api.call(endpoints.task.remove, { id }),
      facts: () =>
        site.one(
          `select count(*)::int as numbers, (select removed_at is not null from task where id = $1) as "isRemoved" from callee where task_id = $1`,
          id,
        ),
      after: { numbers: 0, isRemoved: true },
    };
  },
};

const everyDay = { weekdays: [0, 1, 2, 3, 4, 5, 6], minute: 0 };

const series: Once = {
  name: 'a series makes its run',
  owner: 'jobs',
  ready: async site => {
    const draft = await draftTask(site.api, [], { planId: site.planId });
    await numbersOf(site, draft, 2);
    const name = `循环 ${site.next()}`;
    const { id } = await site.api.call(endpoints.taskSeries.repeat, { id: draft, name, people: 'list', ...everyDay });
    await site.direct.rows('update task_series set looked_on = current_date - 2 where task_id = $1', [id]);
    return {
      commit: { of: 'update on task', when: `new.series_id = ${id} and old.series_id is null` },
      act: () =>
        site.direct.rows(
          `select graphile_worker.add_job('runSeries', queue_name => 'runSeries', job_key => 'runSeries')`,
        ),
      facts: () =>
        site.one(
          `select count(*)::int as runs, coalesce(sum(c.total), 0)::int as people, count(*) filter (where t.state <> 'draft')::int as started,
             (select count(*)::int from callee where task_id = $1) as waiting
           from task t join task_count c on c.merchant_id = t.merchant_id and c.task_id = t.id where t.series_id = $1`,
          id,
        ),
      after: { runs: 1, people: 2, started: 1, waiting: 0 },
    };
  },
};

const foretold: Once = {
  name: 'what will come of a task is kept',
  owner: 'jobs',
  ready: async site => {
    const id = await draftTask(site.api, [], { planId: site.planId });
    await numbersOf(site, id, 100);
    await site.direct.rows(`update task set state = 'paused', because = 'byUser', started_at = now() where id = $1`, [
      id,
    ]);
    return {
      commit: { of: 'insert on task_foretold', when: `new.task_id = ${id}` },
      act: () =>
        site.direct.rows(
          `select graphile_worker.add_job('task.foretell', json_build_object('merchantId', $1::text, 'task', $2::text))`,
          [site.merchantId, id],
        ),
      facts: () =>
        site.one(
          `select count(*) > 0 as "isTold", bool_and(numbers = 100 and calls = 0 and told <> '{}')::bool as "isWhole" from task_foretold where task_id = $1`,
          id,
        ),
      after: { isTold: true, isWhole: true },
    };
  },
};

/** The last minutes of its calls are nothing like those before. */
const breaker: Once = {
  name: 'the breaker pauses a task',
  owner: 'calls',
  ready: async site => {
    const id = await draftTask(site.api, [], { planId: site.planId });
    await site.direct.rows(
      `with waits as (insert into callee (merchant_id, task_id, phone, lane, state, because, due_at)
         values ($1, $2, '13700000001', 2, 'retry', 'noAnswer', now() + interval '5 hours'))
       update task_count set total = 1, retrying = 1 where task_id = $2`,
      [site.merchantId, id],
    );
    const minutes = (ago: number, states: Readonly<Record<string, number>>) =>
      site.direct.rows(
        `insert into task_minute (merchant_id, task_id, minute, state, calls)
         select $1, $2, date_trunc('minute', now()) - make_interval(mins => $3), state, calls::int from jsonb_each_text($4::jsonb) given(state, calls)`,
        [site.merchantId, id, ago, JSON.stringify(states)],
      );
    await minutes(60, { answered: 300, noAnswer: 150, rejected: 30 });
    return {
      commit: { of: 'update on task', when: `new.id = ${id} and new.because = 'failures'` },
      act: async () => {
        await startTask(site.api, id);
        await minutes(0, { rejected: 40, answered: 10 });
      },
      facts: () =>
        site.one(
          `select state, because, (select count(*)::int from task_event where task_id = $1 and kind = 'paused') as told,
             (select count(*)::int from bell_event where kind = 'breaker' and about = $1::text) as bells from task where id = $1::bigint`,
          id,
        ),
      after: { state: 'paused', because: 'failures', told: 1, bells: 1 },
    };
  },
};

/** The merchant's own system: what it got, the first time each came. */
export const openReceiver = async () => {
  const got = new Set<string>();
  const server = createServer((asked, response) => {
    void text(asked).then(body => {
      got.add((JSON.parse(body) as { readonly id: string }).id);
      response.end('ok');
    });
  });
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
  return {
    got: got as ReadonlySet<string>,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

const endpointOf = async (
  site: Site,
  { url }: Receiver,
  events: readonly ('call.ended' | 'task.finished')[],
): Promise<string> => {
  await site.direct.rows('delete from webhook_endpoint where merchant_id = $1', [site.merchantId]);
  return (await site.api.call(endpoints.webhook.save, { name: '系统', url, events: [...events] })).id;
};

const ANSWERED = '听一半';

/** One call of a task with a rule of its own and somebody who wants every call. */
const afterCall = (receiver: Receiver, take: (name: string) => string): Once => ({
  name: 'rules after a call',
  owner: 'calls',
  ready: async site => {
    await endpointOf(site, receiver, ['call.ended']);
    const phone = take(ANSWERED);
    const id = await draftTask(site.api, [phone], { planId: site.planId });
    const does = [
      { do: 'customerType' as const, type: 2 as const },
      { do: 'blacklist' as const, reason: '不再打' },
    ];
    await site.api.call(endpoints.afterCall.save, {
      taskId: id,
      rules: [{ name: '全部', when: [], does }],
      version: 0,
    });
    return {
      commit: {
        of: 'update on call',
        when: `new.task_id = ${id} and new.after_call is not null and old.after_call is null`,
      },
      act: () => startTask(site.api, id),
      facts: () =>
        site.one(
          `select t.state, (select count(*)::int from call where task_id = t.id) as calls,
             (select coalesce(sum(jsonb_array_length(after_call -> 'did')), 0)::int from call where task_id = t.id and customer_type = 2) as did,
             (select count(*)::int from blacklist where merchant_id = t.merchant_id and phone = $2) as listed,
             (select count(*)::int from webhook_delivery d join call on d.subject = 'call:' || call.id where call.task_id = t.id) as told
           from task t where t.id = $1`,
          id,
          phone,
        ),
      after: { state: 'finished', calls: 1, did: 2, listed: 1, told: 1 },
    };
  },
});

const webhooks = (receiver: Receiver): Once => ({
  name: 'a message reached the merchant’s system',
  owner: 'jobs',
  ready: async site => {
    const endpoint = await endpointOf(site, receiver, ['task.finished']);
    const subject = `task:prove-${site.next()}`;
    const ids: readonly string[] = [1, 2, 3].map(() => crypto.randomUUID());
    return {
      commit: {
        of: 'update on webhook_delivery',
        when: `new.event_id = '${ids[0]}' and new.state = 'sent' and old.state = 'waiting'`,
      },
      act: () =>
        site.direct.rows(
          `insert into webhook_delivery (merchant_id, endpoint_id, event_id, event, subject, body, due_at)
           select $1, $2, id::uuid, 'task.finished', $3, json_build_object('id', id)::text, now() from unnest($4::text[]) id`,
          [site.merchantId, endpoint, subject, ids],
        ),
      facts: async () => ({
        ...(await site.one(
          `select count(*) filter (where state = 'sent')::int as sent from webhook_delivery where subject = $1`,
          subject,
        )),
        inOrder: [...receiver.got].filter(id => ids.includes(id)).join() === ids.join(),
      }),
      after: { sent: 3, inOrder: true },
    };
  },
});

export const taskOnce = (receiver: Receiver, take: (name: string) => string): readonly Once[] => [
  takenOut,
  putBack,
  removedTask,
  series,
  foretold,
  breaker,
  afterCall(receiver, take),
  webhooks(receiver),
];
