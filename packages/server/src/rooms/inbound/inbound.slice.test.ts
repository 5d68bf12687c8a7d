import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { callEndpoints, lineEndpoints } from '@lianxian/contract';
import { openExchange, type RegistrationState } from '@lianxian/telephony';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CallHouse, startCallHouse } from '../../../test/calls.ts';
import { callUntilHeard } from '../../../test/far-phone.ts';
import { shortPlan } from '../../../test/short-plan.ts';
import { openCalls } from '../../house.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { insertPlan } from '../plans/index.ts';

/** A telephone calls numbers of lines of two merchants; a gateway registers. Database, SIP, media and voice are real. */
let house: CallHouse;
let port: number;
const theirs = { planId: '', lineId: '', token: '' };

beforeAll(async () => {
  house = await startCallHouse(async config => {
    const calls = await openCalls(config);
    port = Number(calls.info?.sipPort);
    return { close: () => calls.close(10_000) };
  });
  const second = house.merchants[1];
  theirs.token = await house.signIn(second);
  theirs.planId = await insertPlan(merchantDb(house.database.db, second.id), shortPlan, new Date());
  const carrier = { address: `127.0.0.1:${house.far.port}`, username: '', password: '', callerNumber: '' };
  theirs.lineId = (await house.ask(lineEndpoints.save, { name: '线路', ...carrier }, theirs.token)).id;
  await addNumber(theirs, '057188880002', theirs.planId);
  const ours = { lineId: house.lineId, token: house.token };
  await addNumber(ours, '057188880001', house.planId);
  await addNumber(ours, '057188880009', '0');
});
afterAll(() => house.close());
beforeEach(() => house.far.willSay(['方便的', '学画画']));

const addNumber = async (whose: { lineId: string; token: string }, number: string, planId: string): Promise<void> => {
  const { lineId, token } = whose;
  await house.ask(lineEndpoints.addNumbers, { lineId, numbers: number, dailyCap: '0' }, token);
  const { list } = await house.ask(lineEndpoints.numbers, { lineId, page: '1', limit: '50' }, token);
  const row = list.find(each => each.number === number);
  await house.ask(lineEndpoints.saveNumber, { id: row?.id ?? '', planId }, token);
};

const settled = (to: string) => callUntilHeard(house.far, { port, to, from: '13800000000' });
const reach = async (to: string) => (await settled(to)).calling;
const refusal = async (to: string) => (await settled(to)).end;

interface Row {
  readonly id: string;
  readonly merchant_id: string;
  readonly stage: string;
}
const callsTo = async (number: string): Promise<readonly Row[]> => {
  const { rows } = await house.database.pool.query<Row>(
    `select id, merchant_id, stage from call where direction = 'in' and caller_number = $1 order by id`,
    [number],
  );
  return rows;
};

test('who calls a number of a line talks to its plan, and that is one record: direction, caller, words, sound, no charge', async () => {
  const calling = await reach('057188880001');
  expect(await calling.ended).toMatchObject({ how: 'byThem' });
  const [row] = await house.until(async () => {
    const rows = await callsTo('057188880001');
    return rows[0]?.stage === 'ended' && rows;
  });
  const record = await house.filed(row!.id);
  expect(record).toMatchObject({
    direction: 'in',
    state: 'answered',
    because: 'robotHungUp',
    level: 'A',
    phone: '13800000000',
  });
  expect(record.transcript.map(line => line.text)).toEqual(
    expect.arrayContaining(['您好，方便说两句吗？', '方便的', '学画画']),
  );
  expect(record.recording?.durationMs).toBeGreaterThan(1_000);
  expect(Number(record.cost)).toBe(0);
  const { list } = await house.ask(callEndpoints.list, { page: '1', limit: '20' }, house.token);
  expect(list[0]).toMatchObject({ id: row!.id, direction: 'in' });
});

test('a number of another merchant leads to theirs, however it is written, and we see nothing of it', async () => {
  const calling = await reach('+8657188880002');
  calling.hangUp();
  const [row] = await house.until(async () => {
    const rows = await callsTo('057188880002');
    return rows[0]?.stage === 'ended' && rows;
  });
  expect(row?.merchant_id).toBe(house.merchants[1].id);
  const mine = await house.ask(callEndpoints.list, { page: '1', limit: '50' }, house.token);
  expect(mine.list.map(each => each.id)).not.toContain(row?.id);
  const { list } = await house.ask(callEndpoints.list, { page: '1', limit: '50' }, theirs.token);
  expect(list.map(each => each.id)).toContain(row?.id);
  const held = `select 1 from line_number where number = '057188880002' and held_at is not null`;
  await expect.poll(async () => (await house.database.pool.query(held)).rowCount).toBe(1);
});

test.each([
  ['without a plan', '057188880009'],
  ['that nobody has', '057188889999'],
  ['that is none', 'sales'],
])('a number %s is unknown, and nothing is written', async (_what, number) => {
  expect(await refusal(number)).toMatchObject({ how: 'refused', code: 404 });
  expect(await callsTo(number)).toEqual([]);
});

test('nobody has another line’s number by writing it down: it rings only from that line’s own address', async () => {
  const elsewhere = { address: '192.0.2.77:5060', username: '', password: '', callerNumber: '' };
  const { id: lineId } = await house.ask(lineEndpoints.save, { name: '别处', ...elsewhere }, theirs.token);
  await addNumber({ lineId, token: theirs.token }, '057188880003', theirs.planId);
  expect(await refusal('057188880003')).toMatchObject({ how: 'refused', code: 404 });
});

test('a line takes as many calls as it has channels, from either side', async () => {
  house.far.willSay([]);
  const fields = { id: theirs.lineId, name: '线路', address: `127.0.0.1:${house.far.port}`, channels: '1' };
  await house.ask(lineEndpoints.save, fields, theirs.token);
  const before = (await callsTo('057188880002')).length;
  const first = await reach('057188880002');
  expect(await refusal('057188880002')).toMatchObject({ how: 'refused', code: 480 });
  first.hangUp();
  const rows = await house.until(async () => {
    const all = await callsTo('057188880002');
    return all.every(row => row.stage === 'ended') && all;
  });
  expect(rows, 'a refused call leaves no row').toHaveLength(before + 1);
  const { rows: endings } = await house.database.pool.query(
    'select state, because, hung_up_by from call where id = $1',
    [rows.at(-1)?.id],
  );
  expect(endings).toEqual([{ state: 'answered', because: 'calleeHungUp', hung_up_by: 'callee' }]);
});

test('a gateway registers, is called over its own way, calls us as itself; gone, its line says so', async () => {
  const gateway = {
    name: '网关',
    access: 'gateway',
    address: '',
    username: 'gate-one',
    password: 'open-sesame',
  } as const;
  const { id: lineId } = await house.ask(lineEndpoints.save, gateway, house.token);
  await addNumber({ lineId, token: house.token }, '057188880004', house.planId);
  const place = { planId: house.planId, lineId, phone: '13900000000', variables: {} };

  const absent = await house.ask(callEndpoints.place, place, house.token);
  expect(await house.filed(absent.id)).toMatchObject({ state: 'lineFault', because: 'notRegistered', sipCode: null });

  const audio = { host: '127.0.0.1', port: 39_998 };
  const media = { open: async () => ({ audio }), connect: () => {}, close: () => {} };
  const phone = await openExchange({ bind: '127.0.0.1', port: 0, publicIp: null, media });
  const called: (readonly string[])[] = [];
  phone.onIncoming(leg => {
    called.push(leg.called);
    leg.refuse(486);
    return () => undefined;
  });
  const registered = Promise.withResolvers<RegistrationState>();
  const trunk = { target: { host: '127.0.0.1', port }, loopback: false, realTimeText: false };
  const registration = phone.register(
    { id: 'g', trunk, username: 'gate-one', password: 'open-sesame', expiresS: 300 },
    state => {
      if (state.is === 'registered' || state.is === 'failed') registered.resolve(state);
    },
  );
  expect(await registered.promise).toMatchObject({ is: 'registered' });
  await house.until(async () => {
    const { rows } = await house.database.pool.query('select 1 from sip_binding where line_id = $1', [lineId]);
    return rows.length === 1;
  });
  const busy = await house.ask(callEndpoints.place, place, house.token);
  expect(await house.filed(busy.id)).toMatchObject({ state: 'busy', sipCode: 486 });
  expect(called[0]?.[0]).toBe('13900000000');

  expect(await refusal('057188880004'), 'a stranger has not this number').toMatchObject({ code: 404 });
  const credentials = { username: 'gate-one', password: 'open-sesame' };
  const ownCall = async (password: string) => {
    const ended = Promise.withResolvers<{ readonly how: string }>();
    const answered = Promise.withResolvers<void>();
    const leg = `own ${password}`;
    phone.dial(
      {
        leg,
        trunk: { ...trunk, credentials: { ...credentials, password } },
        to: '057188880004',
        from: '',
        ringTimeoutMs: 9_000,
      },
      signal => {
        if (signal.type === 'answered') answered.resolve();
        if (signal.type === 'ended') ended.resolve(signal.ending);
      },
    );
    const end = await Promise.race([answered.promise, ended.promise]);
    phone.hangUp(leg);
    return end ?? 'answered';
  };
  expect(await ownCall('open-sesame')).toBe('answered');
  expect(await ownCall('wrong')).toMatchObject({ how: 'credentialsRefused' });
  expect(await house.until(async () => (await callsTo('057188880004'))[0]?.stage === 'ended')).toBe(true);

  await registration.stop();
  await house.until(async () => {
    const { rows } = await house.database.pool.query('select 1 from sip_binding where line_id = $1', [lineId]);
    return rows.length === 0;
  });
  await phone.close();
});

test('who belongs to no line is told in one word that nobody is here; a line at his address lets him in at once', async () => {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.9');
  await once(socket, 'listening');
  let serial = 0;
  /** The first word that an INVITE brings. */
  const firstWord = async (): Promise<string> => {
    serial += 1;
    const invite = [
      'INVITE sip:057188880001@127.0.0.1 SIP/2.0',
      `Via: SIP/2.0/UDP 127.0.0.9;branch=z9hG4bKs${serial};rport`,
      'From: <sip:13800000000@127.0.0.9>;tag=s',
      'To: <sip:057188880001@127.0.0.1>',
      `Call-ID: stranger-${serial}`,
      'CSeq: 1 INVITE',
      'Contact: <sip:127.0.0.9>',
      'Content-Length: 0',
      '\r\n',
    ].join('\r\n');
    const [answer] = await Promise.all([once(socket, 'message'), socket.send(invite, port, '127.0.0.1')]);
    return String(answer[0]).slice(8, 11);
  };
  expect(await firstWord(), 'no 100 Trying, nothing is kept of him').toBe('404');
  const line = { name: '别处的线路', address: '127.0.0.9', username: '', password: '', callerNumber: '' };
  await house.ask(lineEndpoints.save, line, theirs.token);
  await house.until(async () => (await firstWord()) === '100');
  socket.close();
});
