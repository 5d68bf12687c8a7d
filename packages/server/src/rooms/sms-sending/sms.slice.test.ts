import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as bodyOf } from 'node:stream/consumers';
import { blacklistEndpoints, smsEndpoints as sms } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { setRules } from '../../../test/rules.ts';
import { provisionMerchant } from '../../../test/samples.ts';
import { openCarriers } from '../../carriers/carriers.ts';
import { openEgressGuard } from '../../platform/egress-guard.ts';
import { openLog } from '../../platform/log.ts';
import { openSecrets } from '../../platform/secrets.ts';
import type { OpenCarrier } from './carrier.ts';
import { openSender } from './sender.ts';

/** A text message from a template to its report and its answer; two merchants always. */
let house: TestHouse;
let token = '';
let stranger = '';
const log = openLog('warn', 'test');
const secrets = openSecrets(Buffer.alloc(32, 7).toString('base64'));
const egress = openEgressGuard(['127.0.0.1']);
const sql = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await house.database.pool.query<Row>(text, values)).rows;
const closers: (() => unknown)[] = [];
const own = () => house.merchants[0];

beforeAll(async () => {
  house = await startTestHouse({ privateHosts: ['127.0.0.1'], logLevel: 'error' });
  token = await house.signIn(own());
  stranger = await house.signIn(house.merchants[1]);
  await setRules(house.database, own().id, { hours: { from: 0, to: 1_440 } });
  await sql('insert into balance (merchant_id, amount) values ($1, 100)', own().id);
  await sql(
    `insert into use_price (merchant_id, as_all, recognition, synthesis, model, message) values ($1, false, 0, 0, 0, 0.05)`,
    own().id,
  );
});
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  await house.close();
});

/** What sends, for as long as one test. */
const withSender = async <T>(work: () => Promise<T>, open?: OpenCarrier): Promise<T> => {
  const { db } = house.database;
  const carriers = open ?? openCarriers({ egress, log, now: () => new Date() });
  const sender = openSender({ db, log, secrets, open: carriers });
  try {
    return await work();
  } finally {
    await sender.close();
  }
};

const clean = async () => {
  await sql('update sms_provider set enabled = false');
  await sql("delete from sms_message where state = 'queued'");
  await sql('delete from sms_lease');
};
const provider = async (settings: object, over: object = {}) => {
  const input = { name: '通道', settings, rank: '1', share: '100', perSecond: '200', enabled: '1', ...over };
  return (await house.ask(sms.saveProvider, input as never, token)).id;
};
const template = async (over: object = {}) => {
  const input = {
    name: '开课提醒',
    kind: 'notice',
    signature: '启航',
    content: `您好\${姓名}，课程明天开始。`,
    ...over,
  };
  const { id } = await house.ask(sms.saveTemplate, input as never, token);
  await house.ask(sms.submitTemplate, { id }, token);
  await house.ask(sms.decideTemplate, { id, usable: '1' } as never, token);
  return id;
};
const standing = async (id: string) => house.ask(sms.message, { id }, token);
const until = async (id: string, state: string) =>
  vi.waitFor(async () => {
    const row = await standing(id);
    expect(row.state).toBe(state);
    return row;
  }, 15_000);
const balance = async () =>
  (
    await sql<{ amount: string; reserved: string }>(
      'select amount::text, reserved::text from balance where merchant_id = $1',
      own().id,
    )
  )[0]!;

/** An HTTP provider of ours that answers as it is told. */
const gateway = async (answer: (body: string, request: IncomingMessage) => string | null) => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then(body => {
      seen.push(body);
      const said = answer(body, request);
      if (said === null) request.socket.destroy();
      else response.setHeader('content-type', 'application/json').end(said);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    return new Promise(resolve => server.close(resolve));
  });
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send` };
};
const httpTo = (url: string) => ({
  kind: 'http',
  url,
  body: `{"to":"\${phone}","text":"\${text}","id":"\${id}","key":"\${secret}"}`,
  accepted: { path: 'code', words: ['0'] },
  ref: 'ref',
  error: 'code',
  reports: { list: '', ref: 'ref', state: 'state', code: 'err', delivered: ['DELIVRD'] },
  replies: { list: 'list', ref: 'id', phone: 'from', text: 'text' },
});

test('O-005: a template becomes usable, is sent by hand over the practice provider, and has come on', async () => {
  await clean();
  await provider({ kind: 'log' });
  const input = { name: '练习', kind: 'marketing', signature: '启航', content: '新课上线，回电报名' } as const;
  const { id } = await house.ask(sms.saveTemplate, input, token);
  expect(await house.ask(sms.submitTemplate, { id }, token)).toEqual({ state: 'usable' });
  await withSender(async () => {
    const sent = await house.ask(sms.send, { templateId: id, phone: '13700000001' }, token);
    const row = await until(sent.id, 'delivered');
    expect(row).toMatchObject({
      text: '【启航】新课上线，回电报名，拒收请回复R',
      parts: 1,
      cost: '0',
      provider: '通道',
    });
  });
  const { list } = await house.ask(sms.messages, { phone: '137', states: ['delivered'] }, token);
  expect(list.map(({ phone, source }) => [phone, source])).toEqual([['13700000001', 'hand']]);
  expect((await house.ask(sms.messages, {}, stranger)).list).toEqual([]);
});

test('over HTTP it is held, handed over once, paid by its parts, and its report may come twice', async () => {
  await clean();
  const { seen, url } = await gateway(() => '{"code":0,"ref":"r-1"}');
  const at = await provider(httpTo(url), { secret: 'k3y' });
  const templateId = await template({ content: `您好\${姓名}，${'课'.repeat(70)}` });
  const before = Number((await balance()).amount);
  await withSender(async () => {
    const input = { templateId, phone: '13700000002', variables: { 姓名: '王女士' } };
    const sent = await house.ask(sms.send, { ...input, requestId: 'one' }, token);
    expect((await house.ask(sms.send, { ...input, requestId: 'one' }, token)).id).toBe(sent.id);
    const row = await until(sent.id, 'sent');
    expect(row).toMatchObject({ parts: 2, cost: '0.1' });
    expect(seen.map(body => JSON.parse(body))).toEqual([
      { to: '13700000002', text: `【启航】您好王女士，${'课'.repeat(70)}`, id: sent.id, key: 'k3y' },
    ]);
    const money = await balance();
    expect([before - Number(money.amount), Number(money.reserved)]).toEqual([expect.closeTo(0.1, 6), 0]);
    const { list } = await house.ask(sms.providers, {}, token);
    const reportUrl = new URL(list.find(({ id }) => id === at)!.reportUrl).pathname;
    const tell = (said: object) =>
      fetch(house.origin + reportUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(said),
      });
    for (const _ of [1, 2]) expect(await (await tell({ ref: 'r-1', state: 'DELIVRD' })).text()).toBe('{"code":0}');
    await until(sent.id, 'delivered');
    await tell({ ref: 'r-1', state: 'UNDELIV', err: '7' });
    expect((await standing(sent.id)).state).toBe('delivered');
    expect((await fetch(`${house.origin}/api/sms/nobody/report`)).status).toBe(404);
  });
  expect(JSON.stringify(await house.ask(sms.providers, {}, token))).not.toContain('k3y');
});

test('a report that comes before the answer counts when the answer is there', async () => {
  await clean();
  const { url } = await gateway(() => '{"code":0,"ref":"early"}');
  const at = await provider(httpTo(url));
  const { list } = await house.ask(sms.providers, {}, token);
  const path = new URL(list.find(({ id }) => id === at)!.reportUrl).pathname;
  await fetch(`${house.origin}${path}?ref=early&state=UNDELIV&err=12`);
  const templateId = await template({ content: '您好。' });
  await withSender(async () => {
    const { id } = await house.ask(sms.send, { templateId, phone: '13700000003' }, token);
    const row = await until(id, 'failed');
    expect(row.because).toBe('undelivered:UNDELIV 12');
    expect(row.becauseText).toBe('运营商没有送到（UNDELIV 12）');
  });
});

test('what a provider refuses is free again; where it is sure that nothing went, the next one has it', async () => {
  await clean();
  const refusing = await gateway(() => '{"code":"isv.BLACK"}');
  await provider(httpTo(refusing.url), { rank: '1' });
  const templateId = await template({ content: '您好。' });
  const before = await balance();
  await withSender(async () => {
    const { id } = await house.ask(sms.send, { templateId, phone: '13700000004' }, token);
    expect(await until(id, 'failed')).toMatchObject({ because: 'refused:isv.BLACK', cost: '0' });
  });
  expect(await balance()).toEqual(before);
  await clean();
  const working = await gateway(() => '{"code":0,"ref":"second"}');
  await provider(httpTo('http://127.0.0.1:1/'), { rank: '1' });
  await provider(httpTo(working.url), { rank: '2', name: '备用' });
  await withSender(async () => {
    const { id } = await house.ask(sms.send, { templateId, phone: '13700000005' }, token);
    expect((await until(id, 'sent')).provider).toBe('备用');
  });
});

test('an answer that never came is shown as unknown, and the message is not sent again', async () => {
  await clean();
  const { seen, url } = await gateway(() => null);
  await provider(httpTo(url));
  const templateId = await template({ content: '您好。' });
  await withSender(async () => {
    const { id } = await house.ask(sms.send, { templateId, phone: '13700000006' }, token);
    expect(await until(id, 'unknown')).toMatchObject({ because: 'timeout', cost: '0.05' });
  });
  await withSender(async () => undefined);
  expect(seen).toHaveLength(1);
});

test('whoever answers R is on the blacklist at once, is told of, and gets no message any more', async () => {
  await clean();
  const { url } = await gateway(() => `{"code":0,"ref":"x${Math.random()}"}`);
  const at = await provider(httpTo(url));
  const templateId = await template({ content: '您好。', kind: 'marketing' });
  const { list } = await house.ask(sms.providers, {}, token);
  const path = new URL(list.find(({ id }) => id === at)!.replyUrl).pathname;
  await withSender(async () => {
    const { id } = await house.ask(sms.send, { templateId, phone: '13700000007' }, token);
    await until(id, 'sent');
    const said = JSON.stringify({ list: [{ id: 'm1', from: '+8613700000007', text: ' ｒ ' }] });
    for (const _ of [1, 2]) await fetch(house.origin + path, { method: 'POST', body: said });
    expect((await standing(id)).answers.map(({ text, stop }) => [text, stop])).toEqual([[' ｒ ', true]]);
    const listed = await house.ask(blacklistEndpoints.list, { phone: '13700000007' }, token);
    expect(listed.list).toMatchObject([{ phone: '13700000007', wish: true }]);
    const again = await house.ask(sms.send, { templateId, phone: '13700000007' }, token);
    expect(again).toMatchObject({ state: 'withheld', because: 'blacklisted', becauseText: '号码在黑名单里' });
  });
  const bell = await sql<{ kind: string; facts: object }>("select kind, facts from bell_event where kind = 'smsReply'");
  expect(bell).toMatchObject([{ facts: { text: ' ｒ ', template: '开课提醒' } }]);
  expect((await house.ask(sms.replies, { stop: '1' } as never, token)).list).toMatchObject([{ phone: '13700000007' }]);
  expect((await house.ask(sms.replies, {}, stranger)).list).toEqual([]);
});

test('caps of a day count what went to a number, whoever sent it', async () => {
  await clean();
  await provider({ kind: 'log' });
  await house.ask(sms.saveSettings, { perDay: '1', linkHost: 'https://go.example.com/x' } as never, token);
  expect(await house.ask(sms.settings, {}, token)).toMatchObject({ perDay: 1, linkHost: 'https://go.example.com' });
  const templateId = await template({ content: '您好。' });
  await withSender(async () => {
    const first = await house.ask(sms.send, { templateId, phone: '13700000008' }, token);
    await until(first.id, 'delivered');
    const second = await house.ask(sms.send, { templateId, phone: '13700000008' }, token);
    expect(second).toMatchObject({ state: 'withheld', because: 'cappedDay' });
  });
});

test('a short link leads where its template said, and counts who opened it', async () => {
  await clean();
  await provider({ kind: 'log' });
  const templateId = await template({ content: `详情 \${短链}查看`, link: 'https://shop.example.com/a?b=1' });
  await withSender(async () => {
    const { id } = await house.ask(sms.send, { templateId, phone: '13700000009' }, token);
    const { text } = await until(id, 'delivered');
    const [, code] = /https:\/\/go\.example\.com\/s\/(\w{9}) 查看/.exec(text)!;
    const opened = await fetch(`${house.origin}/s/${code}`, { redirect: 'manual' });
    expect([opened.status, opened.headers.get('location')]).toEqual([302, 'https://shop.example.com/a?b=1']);
    expect((await fetch(`${house.origin}/s/nothing12`, { redirect: 'manual' })).status).toBe(404);
    expect((await standing(id)).link).toMatchObject({ clicks: 1 });
  });
  const { list } = await house.ask(sms.links, {}, token);
  expect(list).toMatchObject([{ templateId, sent: 1, opened: 1, clicks: 1 }]);
});

test('a provider that knows templates by their code is given the short link among the values, where it stands', async () => {
  await clean();
  const { seen, url } = await gateway(() => '{"code":0,"ref":"by-code"}');
  await provider({ ...httpTo(url), body: `{"set":"\${values}","text":"\${text}"}` });
  const templateId = await template({ content: `您好\${姓名}，点 \${短链} 查看`, link: 'https://shop.example.com/b' });
  await withSender(async () => {
    const { id } = await house.ask(
      sms.send,
      { templateId, phone: '13700000014', variables: { 姓名: '王女士' } },
      token,
    );
    await until(id, 'sent');
  });
  const { set, text } = JSON.parse(seen[0]!);
  expect(set).toEqual(['王女士', expect.stringMatching(/^https:\/\/go\.example\.com\/s\/\w{9}$/)]);
  expect(text).toBe(`【启航】您好王女士，点 ${set[1]} 查看`);
});

test('what a process that died had handed over may have gone: the next one says so, and sends the rest', async () => {
  await clean();
  await provider({ kind: 'log' });
  const templateId = await template({ content: '您好。' });
  const { id } = await house.ask(sms.send, { templateId, phone: '13700000010' }, token);
  const rest = await house.ask(sms.send, { templateId, phone: '13700000011' }, token);
  await sql(
    "insert into sms_lease (merchant_id, node, fence, until) values ($1, 'dead', 3, now() - interval '1 second')",
    own().id,
  );
  await sql("update sms_message set state = 'handing', fence = 3, handed_at = now() where id = $1", id);
  await withSender(async () => {
    expect(await until(id, 'unknown')).toMatchObject({
      because: 'died',
      becauseText: '发送时系统中断，不知道有没有发出',
    });
    await until(rest.id, 'delivered');
  });
});

test('nobody pays for what the balance does not reach', async () => {
  await clean();
  const { url } = await gateway(() => '{"code":0}');
  await provider(httpTo(url));
  const templateId = await template({ content: '您好。' });
  await sql('update balance set amount = 0.01 where merchant_id = $1', own().id);
  await expect(house.ask(sms.send, { templateId, phone: '13700000012' }, token)).rejects.toThrow('余额不足');
  await sql('update balance set amount = 100 where merchant_id = $1', own().id);
});

test('what one merchant has is missing to another', async () => {
  const others = await provisionMerchant(house, house.merchants[1].id);
  const asked = { templateId: others.smsTemplate, phone: '13700000013' };
  await expect(house.ask(sms.send, asked, token)).rejects.toThrow();
  await expect(house.ask(sms.message, { id: others.smsMessage }, token)).rejects.toThrow('短信不存在或已删除');
});
