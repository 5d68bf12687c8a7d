import { createSocket } from 'node:dgram';
import { createMediaEngine, createMediaHost, encodeAlaw, openExchange, tone } from '@lianxian/telephony';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { chromiumFile } from '../../../scripts/chromium.ts';
import { startWebRtcProcess, type WebRtcProcess } from '../../server/src/switchboard/webrtc-process.ts';
import { translateTcp, translateUdp } from '../src/prove/seats/translation.ts';
import { HOUSE_HZ, MICROPHONE_HZ, openStage, type PhonePage, type Stage } from './browser/stage.ts';

/** A browser's telephone through the gate of the seats' sound: a real Chromium, the gate's own process, a real engine. */
const LOUD = 2_000;
const within = { timeout: 15_000, interval: 30 };

const freePort = async (): Promise<number> => {
  const socket = createSocket('udp4');
  await new Promise<void>(settle => socket.bind(0, '127.0.0.1', settle));
  const { port } = socket.address();
  await new Promise<void>(settle => socket.close(() => settle()));
  return port;
};

describe.skipIf(chromiumFile === undefined)('a browser', () => {
  let gate: WebRtcProcess;
  let stage: Stage;
  let phone: PhonePage;
  let stunPort: number;
  let webRtcPort: number;
  const troubles: string[] = [];

  beforeAll(async () => {
    [stunPort, webRtcPort] = [await freePort(), await freePort()];
    gate = startWebRtcProcess({
      ...{ host: '127.0.0.1', port: webRtcPort, stunPort },
      onTrouble: because => troubles.push(because),
    });
    [stage] = await Promise.all([openStage(gate), gate.ready()]);
    phone = await stage.openPage();
    await phone.register(7, 'jssip');
    await vi.waitFor(async () => expect(await phone.isRegistered()).toBe(true), within);
  });
  afterAll(async () => {
    await stage?.close();
    await gate.shutdown();
  });

  const hearsHouse = (page: PhonePage, index: number) =>
    expect.poll(async () => Math.abs((await page.pitch(index)) - HOUSE_HZ), within).toBeLessThan(20);
  const last = async (page: PhonePage) => (await page.calls()).at(-1);

  test('registers, and is told as the account whose secret it has', () => {
    expect(stage.registered).toEqual(['seat.7 new']);
    expect(stage.bindings('seat.7')).toMatchObject([{ contact: expect.stringContaining('.invalid;transport=ws') }]);
  });

  test('calls: hears what comes before the answer, then both hear each other, by PCMA alone', async () => {
    const next = stage.nextCall();
    await phone.call('13800000000', ['X-Plan-Id: 9']);
    const leg = await next;
    const incoming = leg.incoming!;
    expect([incoming.to, incoming.from, incoming.account]).toEqual(['13800000000', 'seat.7', 'seat.7']);
    expect([incoming.isWebRtc, incoming.header('X-Plan-Id'), incoming.header('x-todo-id')]).toEqual([true, '9', null]);
    incoming.progress(183, true, [{ name: 'X-Log-Id', value: '42' }]);
    await expect.poll(() => last(phone), within).toMatchObject({ is: 'progress', headers: { logId: '42' } });
    leg.speak();
    await hearsHouse(phone, 0);
    incoming.answer();
    await expect.poll(() => last(phone), within).toMatchObject({ is: 'confirmed' });
    expect(await leg.hears(MICROPHONE_HZ)).toBeGreaterThan(LOUD);
    expect(await leg.hears(HOUSE_HZ)).toBeLessThan(LOUD / 10);
    expect(await phone.codec(0)).toBe('audio/PCMA');
    await phone.keys(0, '5');
    await expect.poll(() => leg.keys, within).toEqual(['5']);
    await phone.hold(0, true);
    expect(await leg.hears(MICROPHONE_HZ, 200)).toBeLessThan(LOUD / 10);
    await phone.hold(0, false);
    await expect.poll(() => leg.hears(MICROPHONE_HZ, 200), within).toBeGreaterThan(LOUD);
    await hearsHouse(phone, 0);
    await phone.hangUp(0);
    await expect.poll(leg.is, within).toBe('ended');
  });

  test('is called by its connection, sees who and why, and both hear each other', async () => {
    const leg = stage.dial(7, { from: '13911112222', headers: { 'X-Log-Id': '77', 'X-Call-Kind': 'handover' } });
    await expect.poll(leg.is, within).toBe('answered');
    leg.speak();
    await hearsHouse(phone, 1);
    expect(await leg.hears(MICROPHONE_HZ)).toBeGreaterThan(LOUD);
    const headers = { logId: '77', kind: 'handover', from: '13911112222', name: '张"三' };
    expect(await last(phone)).toMatchObject({ is: 'confirmed', headers });
    stage.exchange.hangUp(leg.name);
    await expect.poll(() => last(phone), within).toMatchObject({ is: 'ended' });
  });

  test('is refused with a reason it can show', async () => {
    const next = stage.nextCall();
    await phone.call('13800000001');
    const { incoming } = await next;
    incoming!.refuse(403, 'Forbidden', undefined, [{ name: 'X-Because', value: 'blacklisted' }]);
    await expect.poll(() => last(phone), within).toMatchObject({ is: 'failed', headers: { because: 'blacklisted' } });
  });

  test('with a wrong secret is nobody', async () => {
    const stranger = await stage.openPage();
    await stranger.register(8, 'jssip', 'stolen');
    await expect.poll(stranger.events, within).toContain('registrationFailed Authentication Error');
    expect(stage.bindings('seat.8')).toEqual([]);
    await stranger.page.close();
  });

  test('with SIP.js in it registers, calls and is called as well', async () => {
    const other = await stage.openPage();
    await other.register(9, 'sipjs');
    await expect.poll(other.isRegistered, within).toBe(true);
    const next = stage.nextCall();
    await other.call('8001');
    const called = await next;
    called.incoming!.answer();
    await expect.poll(called.is, within).toBe('answered');
    called.speak();
    await hearsHouse(other, 0);
    expect(await called.hears(MICROPHONE_HZ)).toBeGreaterThan(LOUD);
    stage.exchange.hangUp(called.name);
    await expect.poll(() => last(other), within).toMatchObject({ is: 'ended' });
    const calling = stage.dial(9);
    await expect.poll(calling.is, within).toBe('answered');
    calling.speak();
    await hearsHouse(other, 1);
    await other.page.close();
    await expect.poll(() => stage.registered.at(-1), within).toBe('seat.9 gone');
  });

  test('whose computer sleeps breaks off, which is told, and is heard again when it wakes', async () => {
    const leg = stage.dial(7);
    await expect.poll(leg.is, within).toBe('answered');
    expect(await leg.hears(MICROPHONE_HZ)).toBeGreaterThan(LOUD);
    const wake = await stage.sleep();
    try {
      await expect.poll(() => leg.breaks, within).toEqual(['interrupted']);
    } finally {
      wake();
    }
    await expect.poll(() => leg.breaks, within).toEqual(['interrupted', 'resumed']);
    await expect.poll(() => leg.hears(MICROPHONE_HZ, 200), within).toBeGreaterThan(LOUD);
    stage.exchange.hangUp(leg.name);
    await expect.poll(() => last(phone), within).toMatchObject({ is: 'ended' });
  });

  test('whose port and address change in mid-call is heard again in the same leg', async () => {
    const near = { host: '127.0.0.1', port: 0 };
    const translation = await translateUdp(near, { host: '127.0.0.1', port: webRtcPort }, '127.0.0.1');
    const page = await stage.openPage(undefined, 'ws', [webRtcPort, translation.port]);
    await page.register(12, 'jssip');
    await expect.poll(page.isRegistered, within).toBe(true);
    const leg = stage.dial(12);
    await expect.poll(leg.is, within).toBe('answered');
    expect(await leg.hears(MICROPHONE_HZ)).toBeGreaterThan(LOUD);
    for (const host of ['127.0.0.1', '127.0.0.2']) {
      await translation.move(host);
      // What had come before is heard out.
      await leg.hears(MICROPHONE_HZ, 600);
      await expect.poll(() => leg.hears(MICROPHONE_HZ, 200), within).toBeGreaterThan(LOUD);
    }
    expect(leg.is()).toBe('answered');
    stage.exchange.hangUp(leg.name);
    await page.page.close();
    translation.close();
  });

  test('by wss with a certificate it registers, is called, and both hear each other', async () => {
    const page = await stage.openPage(stage.exchange.listening('wss')!.port, 'wss');
    await page.register(10, 'jssip');
    await expect.poll(page.isRegistered, within).toBe(true);
    const [binding] = stage.bindings('seat.10');
    expect(binding?.contact).toContain('.invalid;transport=ws');
    const leg = stage.dial(10);
    await expect.poll(leg.is, within).toBe('answered');
    leg.speak();
    await hearsHouse(page, 0);
    expect(await leg.hears(MICROPHONE_HZ)).toBeGreaterThan(LOUD);
    await page.page.close();
    await expect.poll(() => stage.registered.at(-1), within).toBe('seat.10 gone');
  });

  test('O-394: a STUN binding request is answered with the address it came from', async () => {
    const socket = createSocket('udp4');
    await new Promise<void>(settle => socket.bind(0, '127.0.0.1', settle));
    // RFC 5389 §6: type, length, magic cookie, transaction.
    const request = Buffer.from('000100002112a442000102030405060708090a0b', 'hex');
    const answer = new Promise<Buffer>(settle => socket.once('message', settle));
    for (const noise of ['', '0101', 'hello', '000100042112a442000102030405060708090a0b']) {
      socket.send(Buffer.from(noise, 'hex'), stunPort, '127.0.0.1');
    }
    socket.send(request, stunPort, '127.0.0.1');
    const said = await answer;
    expect(said.subarray(0, 2).toString('hex')).toBe('0101');
    expect(said.subarray(4, 20)).toEqual(request.subarray(4, 20));
    // XOR-MAPPED-ADDRESS, IPv4 (§15.2).
    expect(said.subarray(20, 26).toString('hex')).toBe('002000080001');
    expect(said.readUInt16BE(26) ^ 0x2112).toBe(socket.address().port);
    expect(said.readUInt32BE(28) ^ 0x2112a442).toBe(0x7f000001 | 0);
    socket.close();
  });

  test('kill -9 of the gate ends the seats’ legs and nobody else’s, and the next call finds it again', async () => {
    const seat = stage.dial(7);
    await expect.poll(seat.is, within).toBe('answered');
    const customer = await plainCall(stage);
    process.kill(gate.pid()!, 'SIGKILL');
    await expect.poll(seat.is, within).toBe('ended');
    expect(seat.signals.at(-1)).toMatchObject({ ending: { how: 'transportError' } });
    await expect.poll(() => last(phone), within).toMatchObject({ is: 'ended' });
    expect(await customer.leg.hears(customer.hertz)).toBeGreaterThan(LOUD);
    expect(customer.leg.is()).toBe('answered');
    expect(troubles).toHaveLength(1);
    await gate.ready();
    const again = stage.dial(7);
    await expect.poll(again.is, within).toBe('answered');
    again.speak();
    await hearsHouse(phone, (await phone.calls()).length - 1);
    stage.exchange.hangUp(again.name);
    await customer.close();
  });

  test('whose connection is cut is gone at once, comes back by itself, and is told as new', async () => {
    const { port } = stage.exchange.listening('ws')!;
    const relay = await translateTcp({ host: '127.0.0.1', port: 0 }, { host: '127.0.0.1', port });
    const page = await stage.openPage(relay.port);
    await page.register(11, 'jssip');
    await expect.poll(page.isRegistered, within).toBe(true);
    relay.cut();
    await expect.poll(() => stage.registered.slice(-1), within).toEqual(['seat.11 gone']);
    await expect.poll(() => stage.registered.slice(-1), within).toEqual(['seat.11 new']);
    expect(stage.bindings('seat.11')).toHaveLength(1);
    await page.page.close();
    relay.close();
  });
});

/** A customer on a plain leg of the same exchange, who hums. */
const plainCall = async (stage: Stage) => {
  const hertz = 700;
  const engine = createMediaEngine({ ports: null });
  const media = createMediaHost(
    engine,
    { voiceActivity: false },
    () => undefined,
    () => undefined,
  );
  const exchange = await openExchange({ bind: '127.0.0.1', port: 0, publicIp: null, media });
  exchange.onIncoming(incoming => {
    incoming.answer();
    return signal => {
      if (signal.type === 'answered') media.leg(incoming.leg)?.play(1, encodeAlaw(tone([hertz], 60_000, 0.4)));
    };
  });
  const leg = stage.dialPlain(exchange.localAddress);
  await expect.poll(leg.is, within).toBe('answered');
  await expect.poll(() => leg.hears(hertz), within).toBeGreaterThan(LOUD);
  return {
    leg,
    hertz,
    close: async () => {
      await exchange.close();
      await engine.close();
    },
  };
};
