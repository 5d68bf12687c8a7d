import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text as bodyOf } from 'node:stream/consumers';
import { smsEndpoints as sms } from '@lianxian/contract';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { openReviewers } from '../../carriers/review.ts';
import { openEgressGuard } from '../../platform/egress-guard.ts';
import { openLog } from '../../platform/log.ts';
import { openSecrets } from '../../platform/secrets.ts';
import { openReviews } from './reviews.ts';

/** A template handed to the review of its providers by call, against small servers that check who signs. */
let house: TestHouse;
let token = '';
let stranger = '';
const closers: (() => unknown)[] = [];
const children: ChildProcess[] = [];
const sql = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await house.database.pool.query<Row>(text, values)).rows;

beforeAll(async () => {
  house = await startTestHouse({ privateHosts: ['127.0.0.1'], logLevel: 'error' });
  token = await house.signIn(house.merchants[0]);
  stranger = await house.signIn(house.merchants[1]);
});
beforeEach(async () => {
  await sql('update sms_provider set enabled = false');
  await sql('delete from sms_review');
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const close of closers.splice(0).reverse()) await close();
  await house.close();
});

const SECRET = 'k3y';
type Asked = Readonly<Record<string, string>>;
/** A provider: what it was asked, and what it answers; who signs wrongly is told so. null: the line breaks. */
const reviewing = async (answer: (path: string, asked: Asked) => object | number | null) => {
  const seen: (readonly [path: string, asked: Asked])[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then(body => {
      const asked = JSON.parse(body) as Asked;
      const sorted = Object.keys(asked).sort();
      const fields = sorted.map(name => `${name}=${asked[name]}`).join('&');
      if (request.headers['x-sign'] !== createHmac('sha256', SECRET).update(fields).digest('hex')) {
        response.end('{"message":"bad signature"}');
        return;
      }
      const path = request.url ?? '';
      seen.push([path, asked]);
      const said = answer(path, asked);
      if (said === null) request.socket.destroy();
      else if (typeof said === 'number') response.writeHead(said).end();
      else response.end(JSON.stringify(said));
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    return new Promise(resolve => server.close(resolve));
  });
  return { seen, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};
const provider = async (name: string, origin: string, secret = SECRET) => {
  const settings = {
    ...{ kind: 'http', url: `${origin}/send`, headers: { 'X-Sign': `\${sign}` } },
    signing: { by: 'hash', hash: 'hmacSha256', text: `\${fields}`, as: 'hex' },
    review: {
      ...{ notice: '1', marketing: '2' },
      submit: {
        url: `${origin}/add`,
        body: `{"name":"\${name}","type":"\${kind}","sign":"\${signature}","text":"\${content}","plain":"\${numbered}"}`,
        ...{ code: 'data.code', because: 'message' },
      },
      ask: {
        ...{ url: `${origin}/query`, body: `{"code":"\${code}"}` },
        ...{ state: 'status', usable: ['1'], refused: ['2'], because: 'reason' },
      },
    },
  };
  const input = { name, settings, secret, enabled: '1' };
  return (await house.ask(sms.saveProvider, input as never, token)).id;
};
const content = `\${姓名}您好，"\${课程}"明天开始，\${姓名}请到场。`;
const submitted = async (over: object = {}) => {
  const input = { name: '开课提醒', kind: 'notice', signature: '启航', content, ...over } as const;
  const { id } = await house.ask(sms.saveTemplate, input, token);
  expect(await house.ask(sms.submitTemplate, { id }, token)).toEqual({ state: 'review' });
  return id;
};
const standing = (id: string) => house.ask(sms.template, { id }, token);
const soon = <T>(look: () => Promise<T>) => vi.waitFor(look, 15_000);
const opened = () => {
  const reviews = openReviews({
    ...{ db: house.database.db, log: openLog('silent', 'test') },
    secrets: openSecrets(Buffer.alloc(32, 7).toString('base64')),
    open: openReviewers({ egress: openEgressGuard(['127.0.0.1']), now: () => new Date() }),
  });
  return {
    wake: reviews.wake,
    close: reviews.close,
    /** As if what is asked for later were asked for now. */
    later: async () => {
      await sql("update sms_review set due_at = now() where state in ('asked', 'handing')");
      reviews.wake();
    },
  };
};
const states = async (id: string) => (await standing(id)).reviews.map(({ provider, state }) => [provider, state]);
const bells = (id: string) =>
  sql<{ facts: { what: string; why: string }; people: string[] }>(
    "select facts, people::text[] as people from bell_event where kind = 'smsTemplate' and about = $1 order by id",
    id,
  );

test('a template is handed to each provider that reviews by call; when all have said yes it is usable, and who handed it in is told', async () => {
  let decided = '0';
  const [first, second] = [
    await reviewing(path => (path === '/add' ? { data: { code: 'SMS_1' } } : { status: '1' })),
    await reviewing(path => (path === '/add' ? { data: { code: 77 } } : { status: decided })),
  ];
  const ids = [await provider('甲', first.origin), await provider('乙', second.origin)];
  const id = await submitted();
  const reviews = opened();
  try {
    await soon(async () =>
      expect(await states(id)).toEqual([
        ['甲', 'asked'],
        ['乙', 'asked'],
      ]),
    );
    const numbered = '{1}您好，"{2}"明天开始，{1}请到场。';
    expect(first.seen[0]).toEqual([
      '/add',
      { name: '开课提醒', type: '1', sign: '启航', text: content, plain: numbered },
    ]);
    expect((await standing(id)).codes).toEqual([
      { providerId: ids[0], code: 'SMS_1' },
      { providerId: ids[1], code: '77' },
    ]);
    await reviews.later();
    await soon(async () =>
      expect(await states(id)).toEqual([
        ['甲', 'usable'],
        ['乙', 'asked'],
      ]),
    );
    expect((await standing(id)).state).toBe('review');
    // Asked later and later, not again and again.
    await soon(async () => expect(second.seen.filter(([path]) => path === '/query')).toHaveLength(1));
    decided = '1';
    await reviews.later();
    await soon(async () => expect((await standing(id)).state).toBe('usable'));
    expect([first, second].map(({ seen }) => seen.filter(([path]) => path === '/add').length)).toEqual([1, 1]);
    const [bell, ...others] = await bells(id);
    expect(others).toEqual([]);
    expect(bell).toMatchObject({ facts: { what: 'usable' }, people: [expect.stringMatching(/^\d+$/)] });
  } finally {
    await reviews.close();
  }
  await expect(house.ask(sms.template, { id }, stranger)).rejects.toThrow();
});

test('one no is a no, with the reason of the provider; another text is handed in anew under another code', async () => {
  let codes = 0;
  let status = '2';
  const { seen, origin } = await reviewing(path =>
    path === '/add' ? { data: { code: `T${++codes}` } } : { status, reason: '含有错别字' },
  );
  await provider('丙', origin);
  const id = await submitted();
  const reviews = opened();
  try {
    await soon(async () => expect(await states(id)).toEqual([['丙', 'asked']]));
    await reviews.later();
    await soon(async () => expect((await standing(id)).state).toBe('refused'));
    expect((await standing(id)).because).toBe('丙：含有错别字');
    expect((await bells(id))[0]?.facts).toMatchObject({ what: 'refused', why: '丙：含有错别字' });
    const text = { id, name: '开课提醒', kind: 'notice', signature: '启航', content: '您好，明天上课。' } as const;
    await house.ask(sms.saveTemplate, text, token);
    expect(await standing(id)).toMatchObject({ state: 'draft', reviews: [] });
    status = '1';
    await house.ask(sms.submitTemplate, { id }, token);
    reviews.wake();
    await soon(async () => expect(await states(id)).toEqual([['丙', 'asked']]));
    await reviews.later();
    await soon(async () => expect((await standing(id)).state).toBe('usable'));
    expect((await standing(id)).codes.map(({ code }) => code)).toEqual(['T2']);
    expect(seen.map(([path]) => path)).toEqual(['/add', '/query', '/add', '/query']);
  } finally {
    await reviews.close();
  }
});

test('a wrong key is said in the words of the provider; what was surely not taken is handed in again by hand', async () => {
  let answer: object | number = 429;
  const { seen, origin } = await reviewing(() => answer);
  const wrong = await provider('丁', origin, 'wrong');
  const refused = await submitted();
  const reviews = opened();
  try {
    await soon(async () => expect((await standing(refused)).because).toBe('丁：bad signature'));
    await house.ask(sms.enableProvider, { id: wrong, enabled: '0' } as never, token);
    await provider('戊', origin);
    const id = await submitted();
    reviews.wake();
    await soon(async () => expect(await states(id)).toEqual([['戊', 'failed']]));
    expect(await standing(id)).toMatchObject({
      state: 'review',
      again: true,
      reviews: [{ becauseText: '服务商说太快了' }],
    });
    answer = { data: { code: 'late' } };
    await house.ask(sms.submitTemplate, { id }, token);
    reviews.wake();
    await soon(async () => expect(await states(id)).toEqual([['戊', 'asked']]));
    expect(seen).toHaveLength(2);
    // By hand stays possible, and has the last word.
    await house.ask(sms.decideTemplate, { id, usable: '1' } as never, token);
    expect(await standing(id)).toMatchObject({ state: 'usable', reviews: [], codes: [{ code: 'late' }] });
  } finally {
    await reviews.close();
  }
});

test('killed with kill -9 while it hands a template in: it is shown that nobody knows, and it is not handed in again by itself', async () => {
  const { promise: arrived, resolve: isThere } = Promise.withResolvers<void>();
  let holds = true;
  const hold = createServer((request, response) => {
    void bodyOf(request).then(() => {
      asked += 1;
      if (holds) isThere();
      else response.end('{"data":{"code":"again"}}');
    });
  });
  let asked = 0;
  await new Promise<void>(resolve => hold.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    hold.closeAllConnections();
    return new Promise(resolve => hold.close(resolve));
  });
  await provider('己', `http://127.0.0.1:${(hold.address() as AddressInfo).port}`);
  const id = await submitted();
  const file = join(import.meta.dirname, '../../../test/sms-process.ts');
  const child = spawn(process.execPath, [file, house.url], { stdio: 'ignore' });
  children.push(child);
  await arrived;
  const gone = new Promise(resolve => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
  holds = false;
  const reviews = opened();
  try {
    await reviews.later();
    await soon(async () => expect(await states(id)).toEqual([['己', 'unknown']]));
    expect(await standing(id)).toMatchObject({ state: 'review', again: true });
    expect((await bells(id))[0]?.facts).toMatchObject({ what: 'failed', why: '己' });
    await reviews.later();
    expect(asked).toBe(1);
    await house.ask(sms.submitTemplate, { id }, token);
    reviews.wake();
    await soon(async () => expect(await states(id)).toEqual([['己', 'asked']]));
    expect(asked).toBe(2);
  } finally {
    await reviews.close();
  }
});
