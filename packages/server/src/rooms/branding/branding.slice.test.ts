import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { type Answer, brandingEndpoints, builtInBranding, noticeEndpoints } from '@lianxian/contract';
import { openNameServer, type Records } from '@lianxian/telephony/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { awaitedLocks } from '../../../test/awaited-locks.ts';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { openLevel } from '../../../test/people.ts';

/** As the build makes it: title, icon and the place for the settings stand there. */
const index = `<!doctype html><html lang="zh-CN"><head><title>连线</title>
<link rel="icon" href="/assets/favicon-1.svg"><!--settings--></head><body></body></html>`;
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('<script>alert(1)</script>')]);

let house: TestHouse;
let names: Awaited<ReturnType<typeof openNameServer>>;
const tokens = { admin: '', agent: '', other: '', merchant: '', stranger: '' };

let [resellerId, otherId] = ['', ''];
beforeAll(async () => {
  names = await openNameServer({});
  house = await startTestHouse({ apiHost: 'https://api.lianxian.test' }, () => ({ nameServers: [names.address] }));
  await mkdir(join(house.dataDir, 'dist/assets'), { recursive: true });
  await writeFile(join(house.dataDir, 'dist/index.html'), index);
  tokens.admin = (await openLevel(house, '100000', 'platform')).token;
  ({ merchantId: resellerId, token: tokens.agent } = await openLevel(house, '300001', 'reseller'));
  ({ merchantId: otherId, token: tokens.other } = await openLevel(house, '300002', 'reseller'));
  await house.database.pool.query('update merchant set reseller_id = $1 where number = $2', [resellerId, '200001']);
  tokens.merchant = await house.signIn(house.merchants[0]);
  tokens.stranger = await house.signIn(house.merchants[1]);
});
afterAll(async () => {
  await house.close();
  await names.close();
});

let zone: Records = {};
/** The record that the page asks for is written into the name's zone. */
const writeRecord = async (host: string, token: string, value?: string): Promise<void> => {
  const { hosts } = await house.ask(brandingEndpoints.detail, {}, token);
  const record = hosts.find(row => row.host === host)!.record;
  const said = value ?? record.value;
  zone = { ...zone, [record.name]: [{ type: 'TXT', parts: [said.slice(0, 9), said.slice(9)] }] };
  names.change(zone);
};
const proved = async (host: string, token: string): Promise<void> => {
  await house.ask(brandingEndpoints.saveHost, { host }, token);
  await writeRecord(host, token);
  await house.ask(brandingEndpoints.proveHost, { host }, token);
};

const wanted = { oemTitle: '启航云呼', oemHomeTheme: 'black_g', loginTheme: 1 } as const;
const hosts = { agent: 'call.qihang.test', other: 'b.test' };
beforeEach(async () => {
  await house.ask(brandingEndpoints.save, wanted, tokens.agent);
  await proved(hosts.agent, tokens.agent);
});

/** fetch will not set Host. */
const getAs = (path: string, host: string, cookie = ''): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(house.origin);
    const headers = { host, ...(cookie && { cookie: `a=1; token=${cookie}; b=2` }) };
    request({ host: '127.0.0.1', port, path, headers }, response => {
      let text = '';
      response.on('data', chunk => {
        text += chunk;
      });
      response.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end();
  });
const settingsIn = (html: string) => JSON.parse(/id="settings">(.*?)<\/script>/.exec(html)?.[1] ?? '');

test('O-012 O-013 O-015 O-016: title, icon, theme and login of a page are those of its host before any script runs', async () => {
  const icon = await upload('icon.png', PNG);
  await house.ask(brandingEndpoints.save, { ...wanted, oemIcon: icon.url }, tokens.agent);
  const html = await getAs('/login', 'Call.QiHang.test:8080');
  expect(html).toContain('<title>启航云呼</title>');
  expect(html).toContain('<html data-theme="black_g" lang="zh-CN">');
  expect(html).toContain(`<link rel="icon" href="${icon.url}">`);
  expect(settingsIn(html).pageInfo).toMatchObject({ oemTitle: '启航云呼', loginTheme: 1, oemId: resellerId });
  const plain = await getAs('/login', 'elsewhere.test');
  expect(plain).toContain('<title>连线</title>');
  expect(plain).toContain('<html data-theme="default"');
  expect(plain).toContain('href="/assets/favicon-1.svg"');
});

test('O-150 O-151 O-152 O-153 O-154 O-155 O-156 O-157 O-337: pageInfo has every field, without a token', async () => {
  const own = { oemColor: '#1d6fe0', oemSlogan: '每一通都算数' };
  const info = {
    ...wanted,
    oemOldUrl: 'http://old.test/',
    message: '周六维护',
    footer: '粤ICP备1号',
  };
  await house.ask(brandingEndpoints.save, { ...info, languageSwitch: 'false', ...own, oemLogoOnly: '1' }, tokens.agent);
  const answer = await postAs(hosts.agent, {});
  expect(answer.data).toEqual({
    oemIcon: '',
    oemHomeImg: '',
    oemHomeLogo: '',
    ...info,
    languageSwitch: false,
    ...own,
    oemLogoOnly: true,
    oemId: resellerId,
  });
});

const postAs = async (host: string, fields: Record<string, string>): Promise<Answer> => {
  const { port } = new URL(house.origin);
  const body = new URLSearchParams(fields).toString();
  const headers = { host, 'content-type': 'application/x-www-form-urlencoded', 'content-length': body.length };
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/api/front/user/pageInfo', method: 'POST', headers }, response => {
      let text = '';
      response.on('data', chunk => {
        text += chunk;
      });
      response.on('end', () => resolve(JSON.parse(text)));
    })
      .on('error', reject)
      .end(body);
  });
};
const titleFor = async (host: string, token = '') =>
  ((await postAs(host, token === '' ? {} : { token })).data as { oemTitle: string }).oemTitle;

test('with a valid token the person’s own reseller wins over the host, in body and cookie; any other token is none', async () => {
  expect(await titleFor('elsewhere.test', tokens.merchant)).toBe('启航云呼');
  expect(await titleFor('elsewhere.test', tokens.agent)).toBe('启航云呼');
  expect(await titleFor(hosts.agent, tokens.stranger)).toBe('连线');
  expect(await titleFor(hosts.agent, tokens.admin)).toBe('连线');
  for (const bad of ['x', 'x'.repeat(5_000), "' or 1=1"]) expect(await titleFor(hosts.agent, bad)).toBe('启航云呼');
  expect(await getAs('/home', 'elsewhere.test', tokens.merchant)).toContain('<title>启航云呼</title>');
  expect(await getAs('/home', 'elsewhere.test', 'no such token')).toContain('<title>连线</title>');
});

test('what a reseller writes is text: it closes no element of the page', async () => {
  const oemTitle = '</title><script>x</script>$&';
  await house.ask(brandingEndpoints.save, { ...wanted, oemTitle, message: '<img src=x onerror=x>' }, tokens.agent);
  const html = await getAs('/login', hosts.agent);
  expect(html).toContain('<title>&lt;/title&gt;&lt;script&gt;x&lt;/script&gt;$&amp;</title>');
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(settingsIn(html).pageInfo).toMatchObject({ oemTitle, message: '<img src=x onerror=x>' });
});

test.each([
  ['oemOldUrl', 'javascript:alert(1)'],
  ['oemOldUrl', 'data:text/html,x'],
  ['oemOldUrl', '//evil.test'],
  ['oemOldUrl', 'https://a b'],
  ['oemOldUrl', 'https://a"onclick=x'],
  ['oemHomeLogo', 'https://evil.test/x.png'],
  ['oemHomeLogo', '/branding/../home'],
  ['oemIcon', 'data:image/svg+xml,x'],
  ['oemHomeTheme', 'black_x'],
  ['oemTitle', ''],
  ['oemTitle', '两\n行'],
  ['message', 'x'.repeat(201)],
])('%s refuses %.30j with a sentence', async (field, value) => {
  const fields = { ...wanted, loginTheme: '1', [field]: value, token: tokens.agent };
  expect(await house.post('branding/save', fields)).toMatchObject({ status: 200, errorCode: 100 });
});

test('a picture must be one’s own', async () => {
  const { url } = await upload('logo.png', Buffer.concat([PNG, Buffer.from('other')]), tokens.other);
  const refused = await house.post('branding/save', {
    ...wanted,
    loginTheme: '1',
    oemHomeLogo: url,
    token: tokens.agent,
  });
  expect(refused).toMatchObject({ errorCode: 105, errorMsg: '图片不存在或已删除' });
});

const send = async (name: string, bytes: Buffer, token = tokens.agent): Promise<Answer> => {
  const form = new FormData();
  form.set('token', token);
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  const response = await fetch(`${house.origin}/api/front/branding/uploadPicture`, { method: 'POST', body: form });
  return (await response.json()) as Answer;
};
const upload = async (name: string, bytes: Buffer, token = tokens.agent) =>
  brandingEndpoints.uploadPicture.output.parse((await send(name, bytes, token)).data);

test('a picture is served to anybody for a year, and as nothing but a picture', async () => {
  const { url, mime } = await upload('C:\\图\\标志.PNG', PNG);
  expect(mime).toBe('image/png');
  const response = await fetch(`${house.origin}${url}`);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect(Buffer.from(await response.arrayBuffer())).toEqual(PNG);
  const again = await fetch(`${house.origin}${url}`, {
    headers: { 'if-none-match': response.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
  expect((await upload('another name.jpg', PNG)).url).toBe(url);
});

test.each([
  ['logo.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 151],
  ['logo.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 253],
  ['logo.png', Buffer.from('<!doctype html><script>x</script>'), 253],
  ['logo.gif', Buffer.from('GIF89a'), 151],
  ['logo.png', Buffer.concat([PNG, Buffer.alloc(524_288)]), 150],
  ['logo.png', Buffer.alloc(0), 153],
])('%s of other bytes is refused', async (name, bytes, code) => {
  expect((await send(name, bytes)).errorCode).toBe(code);
});

test('a merchant’s own people upload nothing; an address that names no picture is 404', async () => {
  expect((await send('logo.png', PNG, tokens.merchant)).errorCode).toBe(104);
  for (const path of [`/branding/${'0'.repeat(32)}`, '/branding/x', '/branding/..%2f..%2fetc%2fpasswd'])
    expect((await fetch(`${house.origin}${path}`)).status).toBe(404);
});

test('of pictures that nothing shows, twelve are kept', async () => {
  const kept = await upload('kept.png', Buffer.concat([PNG, Buffer.from('kept')]));
  await house.ask(brandingEndpoints.save, { ...wanted, oemHomeImg: kept.url }, tokens.agent);
  for (let n = 0; n < 14; n += 1) await upload('x.png', Buffer.concat([PNG, Buffer.from(String(n))]));
  const { rows } = await house.database.pool.query('select id from branding_picture where merchant_id = $1', [
    resellerId,
  ]);
  expect(rows).toHaveLength(13);
  expect((await fetch(`${house.origin}${kept.url}`)).status).toBe(200);
});

test('a host shows nobody’s branding before it is proved, and is theirs who proves it, whoever asked first', async () => {
  const host = 'login.rival.test';
  const prove = (token: string) => house.post('branding/proveHost', { host, token });
  const isUnproven = {
    errorCode: 431,
    errorMsg: expect.stringMatching(/_lianxian\.login\.rival\.test = lianxian=\w{32}/),
  };
  for (const token of [tokens.agent, tokens.other]) await house.ask(brandingEndpoints.saveHost, { host }, token);
  expect(await titleFor(host)).toBe('连线');
  expect(await prove(tokens.agent)).toMatchObject(isUnproven);
  await writeRecord(host, tokens.other, 'lianxian=0');
  expect(await prove(tokens.other)).toMatchObject(isUnproven);
  await writeRecord(host, tokens.other);
  expect(await prove(tokens.agent)).toMatchObject(isUnproven);
  await house.ask(brandingEndpoints.save, { ...wanted, oemTitle: '对手' }, tokens.other);
  expect(await prove(tokens.other)).toMatchObject({ errorCode: 0 });
  expect(await titleFor(host)).toBe('对手');
  const taken = { errorCode: 251 };
  expect(await house.post('branding/proveHost', { host, ownerId: resellerId, token: tokens.admin })).toMatchObject(
    taken,
  );
  await writeRecord(host, tokens.agent);
  expect(await prove(tokens.agent)).toMatchObject(taken);
  const seen = await house.ask(brandingEndpoints.detail, {}, tokens.agent);
  expect(seen.hosts.map(row => [row.host, row.proven])).toEqual([
    [hosts.agent, true],
    [host, false],
  ]);
  await house.ask(brandingEndpoints.removeHost, { host }, tokens.admin);
  expect(await titleFor(host)).toBe('连线');
  expect(await prove(tokens.other)).toMatchObject({ errorCode: 105 });
});

test('the platform’s word is proof, and its own names are nobody else’s', async () => {
  const host = 'word.test';
  await house.ask(brandingEndpoints.saveHost, { host }, tokens.agent);
  expect(await house.post('branding/proveHost', { host, ownerId: resellerId, token: tokens.other })).toMatchObject({
    errorCode: 105,
  });
  await house.ask(brandingEndpoints.proveHost, { host, ownerId: resellerId }, tokens.admin);
  expect(await titleFor(host)).toBe('启航云呼');
  await house.ask(brandingEndpoints.saveHost, { host: 'lianxian.test' }, tokens.admin);
  for (const own of ['lianxian.test', 'api.lianxian.test'])
    expect(await house.post('branding/saveHost', { host: own, token: tokens.agent })).toMatchObject({ errorCode: 251 });
  for (const each of [host, 'lianxian.test'])
    await house.ask(brandingEndpoints.removeHost, { host: each }, tokens.admin);
});

test('a host is taken by who comes first; the platform may take it away', async () => {
  const { host } = await house.ask(brandingEndpoints.saveHost, { host: ' HTTPS://B.Test/ ' }, tokens.other);
  expect(host).toBe(hosts.other);
  await house.ask(brandingEndpoints.proveHost, { host, ownerId: otherId }, tokens.admin);
  expect(await house.post('branding/saveHost', { host: hosts.agent, token: tokens.other })).toMatchObject({
    errorCode: 251,
    errorMsg: '域名「call.qihang.test」已被使用，换一个或联系平台',
  });
  expect(await house.post('branding/saveHost', { host: 'localhost', token: tokens.other })).toMatchObject({
    errorCode: 250,
  });
  expect(await house.post('branding/removeHost', { host: hosts.agent, token: tokens.other })).toMatchObject({
    errorCode: 105,
  });
  const own = await house.ask(brandingEndpoints.detail, {}, tokens.other);
  expect(own.hosts.map(row => row.host)).toEqual([hosts.other]);
  const all = await house.ask(brandingEndpoints.detail, {}, tokens.admin);
  expect(all.hosts).toMatchObject([
    { host: hosts.agent, owner: '300001', mine: false },
    { host: hosts.other, owner: '300002', mine: false },
  ]);
  await house.ask(brandingEndpoints.removeHost, { host: hosts.other }, tokens.admin);
  expect((await house.ask(brandingEndpoints.detail, {}, tokens.other)).hosts).toEqual([]);
});

test('a reseller has twenty hosts at most', async () => {
  for (let n = 0; n < 20; n += 1) await house.ask(brandingEndpoints.saveHost, { host: `h${n}.b.test` }, tokens.other);
  const fields = { host: 'one-more.b.test', token: tokens.other };
  expect(await house.post('branding/saveHost', fields)).toMatchObject({
    errorCode: 252,
    errorMsg: '最多 20 个域名，先移除不用的',
  });
});

test('the platform’s own branding shows where no reseller’s does, and a change shows at once', async () => {
  expect(await titleFor('elsewhere.test')).toBe('连线');
  await house.ask(brandingEndpoints.save, { ...wanted, oemTitle: '平台' }, tokens.admin);
  expect(await titleFor('elsewhere.test')).toBe('平台');
  expect(await titleFor('elsewhere.test', tokens.stranger)).toBe('平台');
  expect(await titleFor(hosts.agent)).toBe('启航云呼');
  expect((await postAs('elsewhere.test', {})).data).toMatchObject({ oemId: '' });
});

test('what changes leaves an audit row with the fields that differ', async () => {
  await house.ask(brandingEndpoints.save, { ...wanted, oemTitle: '启航二号' }, tokens.agent);
  const { rows } = await house.database.pool.query(
    `select before, after from audit where merchant_id = $1 and action = 'branding.save' order by id desc limit 1`,
    [resellerId],
  );
  expect(rows).toEqual([{ before: { oemTitle: '启航云呼' }, after: { oemTitle: '启航二号' } }]);
});

test('A-39: the ticker shows the platform’s notices, then the reseller’s message', async () => {
  await house.ask(brandingEndpoints.save, { ...wanted, message: '本周六维护' }, tokens.agent);
  const span = { from: '2026-01-01T00:00:00Z', to: '2126-01-01T00:00:00Z' };
  await house.ask(noticeEndpoints.save, { content: '线路扩容', level: 'info', ...span }, tokens.admin);
  await house.ask(noticeEndpoints.save, { content: '今晚停机', level: 'bad', ...span }, tokens.admin);
  await house.ask(
    noticeEndpoints.save,
    { content: '早就过了', level: 'bad', from: span.from, to: '2026-01-02T00:00:00Z' },
    tokens.admin,
  );
  const shown = async (token: string) =>
    (await house.ask(noticeEndpoints.current, {}, token)).list.map(notice => notice.content);
  expect(await shown(tokens.merchant)).toEqual(['今晚停机', '线路扩容', '本周六维护']);
  expect(await shown(tokens.stranger)).toEqual(['今晚停机', '线路扩容']);
  const { list, total } = await house.ask(noticeEndpoints.list, {}, tokens.admin);
  expect([total, ...list.map(row => row.state)]).toEqual([3, 'past', 'shown', 'shown']);
  const backwards = { content: 'x', level: 'info', from: span.to, to: span.from, token: tokens.admin };
  expect(await house.post('notice/save', backwards)).toMatchObject({
    errorCode: 259,
    errorMsg: '结束时间要晚于开始时间',
  });
  await house.ask(noticeEndpoints.remove, { id: list[1]!.id }, tokens.admin);
  expect(await shown(tokens.stranger)).toEqual(['线路扩容']);
});

test('while the database is away a page is branded as it was, a new host as built in', async () => {
  await titleFor(hosts.agent);
  await house.database.pool.query('alter table branding rename to elsewhere');
  expect(await titleFor('never-seen.test')).toBe(builtInBranding.oemTitle);
  expect(await titleFor(hosts.agent)).toBe('启航云呼');
  expect(await getAs('/home', 'never-seen.test')).toContain('<title>连线</title>');
  await house.database.pool.query('alter table elsewhere rename to branding');
});

test('a database that hangs holds no page: it is answered while the database still waits', async () => {
  const client = await house.database.pool.connect();
  await client.query('begin');
  await client.query('lock table branding in access exclusive mode');
  expect(await titleFor('hangs.test')).toBe(builtInBranding.oemTitle);
  expect(await awaitedLocks(house.database.pool)).toBeGreaterThan(0);
  await client.query('rollback');
  client.release();
});

test('a merchant that somebody else looks after from now on is branded so at once', async () => {
  const titleOf = async () =>
    ((await house.post('user/pageInfo', { token: tokens.merchant })).data as { oemTitle: string }).oemTitle;
  const give = (to: Record<string, string>) =>
    house.post('merchant/setReseller', { id: house.merchants[0].id, ...to, token: tokens.admin });
  expect(await titleOf()).toBe(wanted.oemTitle);
  await give({});
  expect(await titleOf()).not.toBe(wanted.oemTitle);
  await give({ resellerId });
  expect(await titleOf()).toBe(wanted.oemTitle);
});

test('a name server that says nothing holds nobody longer than a few seconds, and proves nothing', async () => {
  const host = 'silent.test';
  await house.ask(brandingEndpoints.saveHost, { host }, tokens.agent);
  await writeRecord(host, tokens.agent);
  names.hush();
  expect(await house.post('branding/proveHost', { host, token: tokens.agent })).toMatchObject({ errorCode: 431 });
  const { hosts: asked } = await house.ask(brandingEndpoints.detail, {}, tokens.agent);
  expect(asked.find(row => row.host === host)?.proven).toBe(false);
});
