import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { openLossyRelay } from '../../../test/lossy-relay.ts';
import { setRules } from '../../../test/rules.ts';
import { openDatabase } from '../../platform/db/index.ts';
import { openLog } from '../../platform/log.ts';
import { openSecrets } from '../../platform/secrets.ts';
import type { Handed, OpenCarrier } from './carrier.ts';
import { openSender } from './sender.ts';

/** What becomes of messages while the database breaks, and while there are more merchants than one node has at a time. */
let ground: TestDatabase;
beforeAll(async () => {
  ground = await startTestDatabase();
});
afterAll(() => ground.close());

const sql = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await ground.database.pool.query<Row>(text, values)).rows;
const log = openLog('silent', 'test');
const secrets = openSecrets(Buffer.alloc(32, 7).toString('base64'));

/** A merchant with one provider and so many messages that wait. */
const withMessages = async (merchantId: string, count: number): Promise<void> => {
  await setRules(ground.database, merchantId, { hours: { from: 0, to: 1_440 } });
  const template = `insert into sms_template (merchant_id, name, kind, signature, content, state, made_by)
    values ($1, '提醒', 'notice', '启航', '您好。', 'usable', 0) returning id`;
  const [made] = await sql<{ id: string }>(template, merchantId);
  await sql(
    `insert into sms_provider (merchant_id, name, kind, settings, callback, rank, share, per_second)
     values ($1, '通道', 'http', '{"kind":"http","url":"http://127.0.0.1:1/","body":""}', $2, 1, 1, 1000)`,
    merchantId,
    `callback ${merchantId}`,
  );
  await sql(
    `insert into sms_message (merchant_id, request, template_id, template, kind, phone, text, body, parts, state, source)
     select $1, 'r' || n, $2, '提醒', 'notice', (13700000000 + n)::text, '【启航】您好。', '您好。', 1, 'queued', 'batch'
     from generate_series(1, $3) n`,
    merchantId,
    made!.id,
    count,
  );
};
const states = async (merchantId: string) =>
  Object.fromEntries(
    (
      await sql<{ state: string; n: number }>(
        'select state, count(*)::int as n from sms_message where merchant_id = $1 group by state',
        merchantId,
      )
    ).map(({ state, n }) => [state, n]),
  );

test('where the answer to a commit is lost what was taken by it goes once, and nothing is on its way for good', async () => {
  const [{ id: merchantId }] = ground.merchants;
  const relay = await openLossyRelay(ground.url);
  const by = openDatabase(relay.url, log);
  const went: string[] = [];
  const open: OpenCarrier = () => ({
    send: async ({ id }) => {
      went.push(id);
      return { type: 'accepted', refs: [] };
    },
    close: async () => undefined,
  });
  await withMessages(merchantId, 120);
  const lost = relay.loseCommitOf('coalesce(v.provider, s.provider_id)');
  const sender = openSender({ db: by.db, log, secrets, open });
  await lost;
  await vi.waitFor(async () => expect(await states(merchantId)).toEqual({ sent: 120 }), 30_000);
  expect([went.length, new Set(went).size]).toEqual([120, 120]);
  await sender.close();
  await by.close();
  await relay.close();
});

test('what is on its way over a provider that is switched off, or changed, is answered there; nothing more goes to it as it was', async () => {
  const [, { id: merchantId }] = ground.merchants;
  const under: ((handed: Handed) => void)[] = [];
  let opened = 0;
  /** As over SMPP: with its connection goes what was not answered. */
  const open: OpenCarrier = () => {
    opened += 1;
    const own: ((handed: Handed) => void)[] = [];
    return {
      send: () =>
        new Promise(answer => {
          own.push(answer);
          under.push(answer);
        }),
      close: async () => {
        for (const answer of own) answer({ type: 'lost', because: 'timeout' });
      },
    };
  };
  let phones = 13_800_000_000;
  /** One more message; what has become of all. */
  const another = async () => {
    await sql(
      `insert into sms_message (merchant_id, request, template_id, template, kind, phone, text, body, parts, state, source)
       select merchant_id, $2, template_id, template, kind, $2, text, body, parts, 'queued', source
       from sms_message where merchant_id = $1 limit 1`,
      merchantId,
      String(phones++),
    );
    return await causes();
  };
  const causes = async () =>
    (
      await sql<{ is: string }>(
        `select distinct concat_ws(' ', state, nullif(because, '')) as is from sms_message where merchant_id = $1 order by 1`,
        merchantId,
      )
    ).map(row => row.is);
  const answerAll = () => {
    for (const answer of under.splice(0)) answer({ type: 'accepted', refs: [] });
  };
  await withMessages(merchantId, 1);
  const sender = openSender({ db: ground.database.db, log, secrets, open });
  await vi.waitFor(() => expect(under).toHaveLength(1), 10_000);
  await sql('update sms_provider set per_second = 7, changed_at = now() where merchant_id = $1', merchantId);
  // Who carries is read once a second: until then they go over it as it was.
  const changed = async () => {
    await another();
    answerAll();
    expect(opened).toBe(2);
  };
  await vi.waitFor(changed, { timeout: 20_000, interval: 300 });
  await sql('update sms_provider set enabled = false, changed_at = now() where merchant_id = $1', merchantId);
  await vi.waitFor(async () => expect(await another()).toContain('queued noProvider'), {
    timeout: 20_000,
    interval: 300,
  });
  answerAll();
  await vi.waitFor(async () => expect(await causes()).toEqual(['queued noProvider', 'sent']), 10_000);
  await sender.close();
});

/** A merchant of its own with its providers; takes what the one that is tried answers, by its place. */
const merchantOf = async (number: string, providers: number, count: number) => {
  const [made] = await sql<{ id: string }>('insert into merchant (number, name) values ($1, $1) returning id', number);
  await withMessages(made!.id, count);
  await sql(
    `insert into sms_provider (merchant_id, name, kind, settings, callback, rank, share, per_second)
     select merchant_id, name, kind, settings, callback || ' of ' || n, rank, share, per_second
     from sms_provider, generate_series(2, $2) n where merchant_id = $1`,
    made!.id,
    providers,
  );
  const ids = await sql<{ id: string }>('select id from sms_provider where merchant_id = $1 order by id', made!.id);
  return { merchantId: made!.id, providers: ids.map(({ id }) => id) };
};

test('what its only provider would not take now goes to it a little later, and does not fail', async () => {
  const { merchantId } = await merchantOf('310001', 1, 20);
  let tries = 0;
  const answer = (): Handed =>
    ++tries <= 20 ? { type: 'again', because: 'throttled:LIMIT' } : { type: 'accepted', refs: [] };
  const open: OpenCarrier = () => ({ send: async () => answer(), close: async () => undefined });
  const sender = openSender({ db: ground.database.db, log, secrets, open });
  await vi.waitFor(async () => expect(await states(merchantId)).toEqual({ sent: 20 }), 30_000);
  expect(tries).toBe(40);
  await sender.close();
});

test('what was on its way to the only provider as it went down waits with the rest, and goes when it is back', async () => {
  const { merchantId } = await merchantOf('310003', 1, 100);
  let isDown = true;
  const tried = new Set<string>();
  const open: OpenCarrier = () => ({
    send: async ({ id }) => {
      tried.add(id);
      return isDown ? { type: 'again', because: 'unreachable' } : { type: 'accepted', refs: [] };
    },
    close: async () => undefined,
  });
  const sender = openSender({ db: ground.database.db, log, secrets, open });
  await vi.waitFor(async () => {
    const [provider] = await sql('select from sms_provider where merchant_id = $1 and rests_until > now()', merchantId);
    expect([provider === undefined, tried.size > 0, await states(merchantId)]).toEqual([false, true, { queued: 100 }]);
  }, 30_000);
  isDown = false;
  await sql(
    'update sms_provider set rests_until = null, failures = 0, changed_at = now() where merchant_id = $1',
    merchantId,
  );
  await vi.waitFor(async () => expect(await states(merchantId)).toEqual({ sent: 100 }), 60_000);
  await sender.close();
});

test('while one provider says nothing to all that it has the other one has the rest', async () => {
  const { merchantId, providers } = await merchantOf('310002', 2, 1_000);
  const ended = Promise.withResolvers<Handed>();
  const open: OpenCarrier = ({ id }) => ({
    send: async () => (id === providers[0] ? await ended.promise : { type: 'accepted', refs: [] }),
    close: async () => undefined,
  });
  const sender = openSender({ db: ground.database.db, log, secrets, open });
  await vi.waitFor(async () => expect(await states(merchantId)).toEqual({ handing: 50, sent: 950 }), 60_000);
  ended.resolve({ type: 'lost', because: 'timeout' });
  await sender.close();
});

test('of more merchants than a node has at a time each has its turn, though those before it never end', async () => {
  const names = Array.from({ length: 201 }, (_, n) => String(400_000 + n));
  const made = await sql<{ id: string }>(
    `insert into merchant (number, name) select number, number from unnest($1::text[]) number returning id`,
    names,
  );
  const ids = made.map(({ id }) => id).sort((one, other) => Number(one) - Number(other));
  const last = ids.at(-1)!;
  for (const id of ids) await withMessages(id, id === last ? 1 : 100);
  const ended = Promise.withResolvers<Handed>();
  const open: OpenCarrier = ({ merchantId }) => ({
    send: () => (merchantId === last ? Promise.resolve({ type: 'accepted', refs: [] }) : ended.promise),
    close: async () => undefined,
  });
  const sender = openSender({ db: ground.database.db, log, secrets, open });
  await vi.waitFor(async () => expect(await states(last)).toEqual({ sent: 1 }), 60_000);
  ended.resolve({ type: 'lost', because: 'timeout' });
  await sender.close();
});
