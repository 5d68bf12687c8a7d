import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { createServer, type Server } from 'node:tls';
import { callEndpoints, doctorWords, lineEndpoints, monitorEndpoints } from '@lianxian/contract';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallHouse, startCallHouse } from '../../../test/calls.ts';
import { type Fault, type FaultyCarrier, openFaultyCarrier } from '../../../test/faulty-carrier.ts';

/** The doctor against real far ends with one fault each: sockets on loopback, real calls, real time; all at once. */
let house: CallHouse;
let stranger: string;
const opened: { close: () => unknown }[] = [];
beforeAll(async () => {
  house = await startCallHouse();
  stranger = await house.signIn(house.merchants[1]);
});
afterAll(async () => {
  for (const one of opened) one.close();
  await house.close();
});

const carrier = async (fault: Fault): Promise<FaultyCarrier> => {
  const far = await openFaultyCarrier(fault);
  opened.push(far);
  return far;
};
const lineTo = async (address: string, more: object = {}): Promise<string> =>
  (await house.ask(lineEndpoints.save, { name: `线路 ${address}`, address, ...more }, house.token)).id;

const examined = async (id: string) => {
  const { checkId } = await house.ask(monitorEndpoints.check, { id, kind: 'doctor' }, house.token);
  const { findings } = await house.until(async () => {
    const check = await house.ask(monitorEndpoints.findings, { checkId }, house.token);
    return check.state === 'done' && check;
  });
  return Object.fromEntries(findings.map(finding => [finding.check, finding]));
};
const call = async (lineId: string) => {
  const input = { planId: house.planId, lineId, phone: '13800138000' };
  return await house.filed((await house.ask(callEndpoints.place, input, house.token)).id);
};

test.concurrent('a far end that is well: an address, a reply, the way it sees us, and nothing to change', async () => {
  const far = await carrier({});
  const found = await examined(await lineTo(`127.0.0.1:${far.port}`));
  expect(Object.values(found).map(({ check, state, says }) => [check, state, says])).toEqual([
    ['resolve', 'ok', 'addressGiven'],
    ['reply', 'ok', 'replied'],
    ['certificate', 'ok', 'noTls'],
    ['credentials', 'ok', 'noAccount'],
    ['nat', 'ok', 'natNone'],
    ['codec', 'unknown', 'noCalls'],
    ['ports', 'ok', 'portsOpen'],
    ['oneWay', 'unknown', 'noCalls'],
    ['lostAck', 'unknown', 'noCalls'],
    ['numbers', 'unknown', 'numbersUnknown'],
  ]);
  expect(found.reply?.values).toMatchObject({ code: 200 });
});

test.concurrent('what is inside the network of this machine is not looked at, nor called: line, doctor and call say which setting opens it', async () => {
  const inside = createSocket('udp4').bind(0, '127.0.0.2');
  opened.push(inside);
  await once(inside, 'listening');
  let heard = 0;
  inside.on('message', () => {
    heard += 1;
  });
  const address = `127.0.0.2:${(inside.address() as AddressInfo).port}`;
  const refused = await house.post('line/save', { name: '线路', address, token: house.token });
  expect(refused.errorMsg).toContain('PRIVATE_HOSTS');
  // A line of an earlier release, and a name that leads there now.
  const id = await lineTo('192.0.2.10');
  await house.database.pool.query(`update line set address = $2, transport = 'tls' where id = $1`, [id, address]);
  const found = await examined(id);
  expect(found.resolve).toMatchObject({ state: 'fault', says: 'addressNotAllowed' });
  expect(found.reply).toMatchObject({ state: 'unknown', says: 'notAsked' });
  expect(found.certificate).toMatchObject({ state: 'unknown', says: 'certificateUnknown' });
  await house.database.pool.query(`update line set transport = 'udp' where id = $1`, [id]);
  expect(await examined(id)).toMatchObject({ reply: { says: 'notAsked' } });
  expect(await call(id)).toMatchObject({ state: 'lineFault', because: 'addressNotAllowed' });
  expect(heard).toBe(0);
}, 30_000);

test.concurrent('a carrier that takes calls and no OPTIONS is up from the first ring on, and a probe says why', async () => {
  const far = await carrier({ ignoresOptions: true });
  const id = await lineTo(`127.0.0.1:${far.port}`);
  const up = () =>
    house.until(async () => {
      const { list } = await house.ask(lineEndpoints.list, { limit: '100' }, house.token);
      const health = list.find(line => line.id === id)?.health;
      return health?.state === 'up' && health;
    });
  const input = { planId: house.planId, lineId: id, phone: '13800138000' };
  const { id: callId } = await house.ask(callEndpoints.place, input, house.token);
  expect(await up()).toMatchObject({ because: 'optionsIgnored' });
  await house.ask(callEndpoints.hangUp, { id: callId }, house.token);
  const { checkId } = await house.ask(monitorEndpoints.check, { id, kind: 'probe' }, house.token);
  const probe = await house.until(async () => {
    const check = await house.ask(monitorEndpoints.findings, { checkId }, house.token);
    return check.state === 'done' && check;
  });
  expect(probe.findings).toMatchObject([{ check: 'reply', state: 'warning', says: 'optionsUnanswered' }]);
  expect(await up()).toMatchObject({ because: 'optionsIgnored', code: null });
});

test.concurrent('silence, a closed port and an unknown name are told apart', async () => {
  const far = await carrier({ silent: true });
  const free = createSocket('udp4').bind(0, '127.0.0.1');
  await once(free, 'listening');
  const closed = (free.address() as AddressInfo).port;
  free.close();
  const deaf = await lineTo(`127.0.0.1:${far.port}`);
  // Two who press the button at once look at the same.
  const asked = { id: deaf, kind: 'doctor' } as const;
  const { checkId } = await house.ask(monitorEndpoints.check, asked, house.token);
  expect(await house.ask(monitorEndpoints.check, asked, house.token)).toEqual({ checkId });
  const [silent, shut, nameless, shutStream] = await Promise.all([
    examined(deaf),
    examined(await lineTo(`127.0.0.1:${closed}`)),
    examined(await lineTo('no-such-carrier.invalid:5060')),
    examined(await lineTo(`127.0.0.1:${closed}`, { transport: 'tcp' })),
  ]);
  expect(silent.reply).toMatchObject({ state: 'fault', says: 'noReply' });
  expect(far.heard.length).toBeGreaterThan(2);
  expect(shut.reply).toMatchObject({ state: 'fault', says: 'portClosed' });
  expect(shutStream.reply).toMatchObject({ says: 'portClosed', values: { transport: 'TCP' } });
  expect(nameless.resolve).toMatchObject({ state: 'fault', says: 'unresolved' });
  expect(nameless.reply).toMatchObject({ state: 'unknown', says: 'notAsked' });
}, 30_000);

test.concurrent('a self-signed certificate, another name, and a port that speaks no TLS', async () => {
  const pems = await generate([{ name: 'commonName', value: 'gateway.local' }], { algorithm: 'sha256' });
  const server: Server = createServer({ cert: pems.cert, key: pems.private }).listen(0, '127.0.0.1');
  server.on('tlsClientError', () => undefined);
  opened.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const plain = createTcpServer(socket => socket.end('not TLS')).listen(0, '127.0.0.1');
  opened.push(plain);
  await once(plain, 'listening');
  const [strict, lax, none] = await Promise.all([
    examined(await lineTo(`127.0.0.1:${port}`, { transport: 'tls' })),
    examined(await lineTo(`127.0.0.1:${port}`, { transport: 'tls', tlsCheck: 'any' })),
    examined(await lineTo(`127.0.0.1:${(plain.address() as AddressInfo).port}`, { transport: 'tls' })),
  ]);
  expect(strict.certificate).toMatchObject({
    state: 'fault',
    says: 'certificateSelfSigned',
    values: { name: 'gateway.local' },
  });
  expect(strict.reply).toMatchObject({ state: 'unknown', says: 'notTrusted' });
  expect(none.certificate).toMatchObject({ state: 'fault', says: 'notTls' });
  expect(lax.certificate).toMatchObject({ state: 'warning', says: 'certificateUnchecked' });
}, 30_000);

test.concurrent('a wrong password shows in the calls, and in the registration of a line that registers', async () => {
  const far = await carrier({ refusesCredentials: true });
  const account = { username: 'lianxian', password: 'wrong-word' };
  const id = await lineTo(`127.0.0.1:${far.port}`, account);
  const refused = await call(id);
  expect(refused).toMatchObject({ state: 'lineFault', because: 'credentialsRefused', sipCode: 401, hasLadder: true });
  const asksWithQop = async () =>
    (await house.database.pool.query('select 1 from line where id = $1 and qop_seen', [id])).rows.length === 1;
  expect(await house.until(asksWithQop), 'its carrier asked with a qop').toBe(true);
  const registers = await lineTo(`127.0.0.1:${far.port}`, { ...account, access: 'register' });
  const [called, registered] = await Promise.all([examined(id), examined(registers)]);
  expect(called.credentials).toMatchObject({
    state: 'fault',
    says: 'callsRefused',
    values: { calls: 1, code: 401 },
    calls: [refused.id],
  });
  expect(registered.credentials).toMatchObject({
    state: 'fault',
    says: 'credentialsRefused',
    values: { account: 'lianxian', code: 401 },
  });
  const ladder = await house.ask(monitorEndpoints.ladder, { id: refused.id }, house.token);
  // On a busy machine an answer comes after half a second, when the request was sent again.
  const same = (one: { summary: string; cseq: string }) => `${one.summary} ${one.cseq}`;
  const messages = [...new Map(ladder.messages.map(one => [same(one), one])).values()];
  expect(messages.map(({ summary }) => summary).slice(0, 4)).toEqual(['INVITE', '401 Unauthorized', 'ACK', 'INVITE']);
  const secrets = messages.filter(({ text }) => /authorization/i.test(text));
  expect(secrets.map(({ text }) => /^(?:Proxy-)?Authorization:.*$/im.exec(text)?.[0])).toEqual(['Authorization: …']);
}, 30_000);

test.concurrent('a far end that speaks G.729 alone is named with its codec', async () => {
  const id = await lineTo(`127.0.0.1:${(await carrier({ onlyG729: true })).port}`);
  expect(await call(id)).toMatchObject({ state: 'lineFault', because: 'noCommonCodec' });
  const { codec } = await examined(id);
  expect(codec).toMatchObject({ state: 'fault', says: 'codecRefused', values: { calls: 1, offered: ['G729'] } });
}, 30_000);

test.concurrent('a call whose sound came one way alone, and one whose far end never got our ACK', async () => {
  const mute = await lineTo(`127.0.0.1:${(await carrier({})).port}`);
  const losesAck = { contact: '127.0.0.9:9', hangsUpAfterMs: 4_200 };
  const deaf = await lineTo(`127.0.0.1:${(await carrier({ losesAck })).port}`);
  const [unheard, dropped] = await Promise.all([call(mute), call(deaf)]);
  const [ofMute, ofDeaf] = await Promise.all([examined(mute), examined(deaf)]);
  expect(ofMute.oneWay).toMatchObject({
    state: 'fault',
    says: 'oneWay',
    values: { calls: 1, answered: 1, from: 40_000, to: 40_100 },
    calls: [unheard.id],
  });
  expect(ofMute.ports).toMatchObject({ says: 'portsBlocked' });
  expect(ofDeaf.lostAck).toMatchObject({
    state: 'fault',
    says: 'ackLostThere',
    values: { calls: 1, contact: '127.0.0.9:9' },
    calls: [dropped.id],
  });
  expect(ofMute.lostAck).toMatchObject({ state: 'ok' });
}, 60_000);

test.concurrent('a far end that sees another address than we write says which to set', async () => {
  const far = await carrier({ sawUsAs: '203.0.113.9' });
  const { nat } = await examined(await lineTo(`127.0.0.1:${far.port}`));
  expect(nat).toMatchObject({
    state: 'fault',
    says: 'natPrivate',
    values: { written: '127.0.0.1', seen: '203.0.113.9' },
  });
  expect(doctorWords(nat!.says, nat!.values, 'zh-CN').change).toBe('把 PUBLIC_IP 设成 203.0.113.9，重启');
});

test.concurrent('a line and a look of another merchant do not exist', async () => {
  const id = await lineTo('192.0.2.10');
  expect(await house.post('line/check', { id, kind: 'doctor', token: stranger })).toMatchObject({ errorCode: 105 });
  const { checkId } = await house.ask(monitorEndpoints.check, { id, kind: 'probe' }, house.token);
  expect(await house.post('line/findings', { checkId, token: stranger })).toMatchObject({ errorCode: 105 });
});
