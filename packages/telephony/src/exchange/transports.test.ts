import { afterEach, describe, expect, test } from 'vitest';
import { certificate } from '../../test/certificate.ts';
import { createStage, noteMedia, noteSignals } from '../../test/exchanges.ts';
import { ask, listeningPhone, SDP, tcpPhone, webPhone } from '../../test/stream-phone.ts';
import { header } from '../sip/grammar/message.ts';
import type { ExchangeOptions, MessageNote } from './options.ts';
import type { IncomingLeg, Trunk } from './types.ts';

/** Calls by everything that is not UDP, over real sockets. */
const stage = createStage();
const { open } = stage;
const phones: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  await stage.clear();
  await Promise.all(phones.splice(0).map(each => each.close()));
});

const anyPort = { host: '127.0.0.1', port: 0 };
const everywhere = { tcp: anyPort, tls: anyPort, ws: anyPort, wss: anyPort };

const pair = async (transport: 'tcp' | 'tls', trunk: Partial<Trunk>, onCall: (leg: IncomingLeg) => void) => {
  const [aliceMedia, bobMedia] = [noteMedia(), noteMedia()];
  const [aliceSignals, bobSignals] = [noteSignals(), noteSignals()];
  const notes: MessageNote[] = [];
  const here: Partial<ExchangeOptions> = { listeners: everywhere, certificate, authorities: [certificate.cert] };
  const alice = await open({ media: aliceMedia.host, ...here, onMessage: note => void notes.push(note) });
  const bob = await open({ media: bobMedia.host, ...here });
  const called: IncomingLeg[] = [];
  bob.onIncoming(leg => {
    called.push(leg);
    onCall(leg);
    return bobSignals.on;
  });
  const target = bob.listening(transport)!;
  const full: Trunk = { target, transport, loopback: false, realTimeText: false, ...trunk };
  const dial = () =>
    alice.dial({ leg: 'a', trunk: full, to: '100', from: '200', ringTimeoutMs: 5_000 }, aliceSignals.on);
  return { alice, bob, aliceMedia, bobMedia, aliceSignals, bobSignals, notes, called, dial, trunk: full };
};

const ways: readonly (readonly [string, 'tcp' | 'tls', Partial<Trunk>])[] = [
  ['TCP', 'tcp', {}],
  ['TLS with any certificate', 'tls', { tlsCheck: 'any' }],
  ['TLS with a certificate that an authority vouches for', 'tls', {}],
];

describe.each(ways)('over %s', (_name, transport, trunk) => {
  test('a call is dialled, answered and hung up by the caller; Via, Contact and media name the right addresses', async () => {
    const scene = await pair(transport, trunk, leg => {
      leg.progress(180, false);
      leg.answer();
    });
    scene.dial();
    await scene.aliceSignals.next('answered');
    await scene.bobSignals.next('answered');
    expect(scene.called[0]).toMatchObject({ to: '100', from: '200', transport });
    const invite = scene.notes.find(note => note.summary === 'INVITE')!;
    const own = `127.0.0.1:${scene.alice.listening(transport)?.port}`;
    expect(invite).toMatchObject({ way: 'out', transport });
    expect(invite.text()).toContain(`Via: SIP/2.0/${transport.toUpperCase()} ${own};`);
    expect(invite.text()).toContain(`Contact: <sip:${own};transport=${transport}>`);
    expect(scene.aliceMedia.connected.at(-1)?.remote.audio.address.host).toBe('127.0.0.1');
    scene.alice.hangUp('a');
    expect((await scene.aliceSignals.next('ended')).ending.how).toBe('byUs');
    expect((await scene.bobSignals.next('ended')).ending.how).toBe('byThem');
    expect(scene.aliceMedia.open.size + scene.bobMedia.open.size).toBe(0);
    expect(scene.notes.filter(note => note.summary === 'INVITE')).toHaveLength(1);
  });

  test('the called side hangs up, both at once, or the caller before the answer', async () => {
    const scene = await pair(transport, trunk, leg => leg.answer());
    scene.dial();
    await scene.aliceSignals.next('answered');
    await scene.bobSignals.next('answered');
    scene.bob.hangUp([...scene.bobMedia.open][0]!);
    scene.alice.hangUp('a');
    expect((await scene.aliceSignals.next('ended')).ending.how).toMatch(/^by/);
    expect((await scene.bobSignals.next('ended')).ending.how).toMatch(/^by/);
    const ringing = await pair(transport, trunk, leg => leg.progress(180, false));
    ringing.dial();
    await ringing.aliceSignals.next('provisional');
    ringing.alice.hangUp('a');
    expect((await ringing.aliceSignals.next('ended')).ending.how).toBe('cancelled');
    expect((await ringing.bobSignals.next('ended')).ending.how).toBe('cancelled');
  });

  test('OPTIONS is answered and says how we are seen', async () => {
    const scene = await pair(transport, trunk, () => {});
    const seen = await scene.alice.probe(scene.trunk);
    expect(seen).toMatchObject({ code: 200, because: null, target: scene.trunk.target });
    expect(seen.seenAs?.host).toBe('127.0.0.1');
    expect(seen.roundTripMs).toBeGreaterThan(0);
  });

  test('a connection that is cut while nobody speaks is opened anew for our BYE', async () => {
    const scene = await pair(transport, trunk, leg => leg.answer());
    scene.dial();
    const { dialog } = await scene.aliceSignals.next('answered');
    await scene.bobSignals.next('answered');
    const heir = await open({ media: noteMedia().host, authorities: [certificate.cert] });
    expect(dialog.flow).toMatch(transport);
    expect(await heir.hangUpStored(JSON.parse(JSON.stringify(dialog)))).toBe('ended');
    expect((await scene.bobSignals.next('ended')).ending.how).toBe('byThem');
  });
});

describe('a certificate', () => {
  const dialTo = async (trunk: Partial<Trunk>, authorities: readonly string[]) => {
    const alice = await open({ media: noteMedia().host, authorities });
    const bob = await open({ media: noteMedia().host, listeners: everywhere, certificate });
    const full: Trunk = {
      target: bob.listening('tls')!,
      transport: 'tls',
      loopback: false,
      realTimeText: false,
      ...trunk,
    };
    const signals = noteSignals();
    alice.dial({ leg: 'a', trunk: full, to: '1', from: '2', ringTimeoutMs: 5_000 }, signals.on);
    const { ending } = await signals.next('ended');
    return { ending, probed: await alice.probe(full), bob };
  };

  test('that nobody vouches for ends the call and the probe as such', async () => {
    const { ending, probed } = await dialTo({}, []);
    expect(ending).toMatchObject({ how: 'transportError', reason: 'certificate' });
    expect(probed).toMatchObject({ code: null, because: 'certificate' });
  });

  test('for another name does too; a far end without TLS as well', async () => {
    const other = await open({ media: noteMedia().host, listeners: { tcp: anyPort, tls: anyPort }, certificate });
    const alice = await open({ media: noteMedia().host, authorities: [certificate.cert] });
    const { port } = other.listening('tls')!;
    const reached = { transport: 'tls', loopback: false } as const;
    expect(await alice.probe({ ...reached, target: { host: '127.0.0.2', port } })).toMatchObject({
      code: null,
      because: expect.stringMatching(/certificate|unreachable/),
    });
    expect(await alice.probe({ ...reached, target: { host: 'localhost', port } })).toMatchObject({ code: 200 });
    expect(await alice.probe({ ...reached, target: other.listening('tcp')! })).toMatchObject({
      code: null,
      because: 'certificate',
    });
  });

  test('is wanted where TLS is served', async () => {
    await expect(open({ media: noteMedia().host, listeners: { tls: anyPort } })).rejects.toThrow(/certificate/);
  });
});

describe('a connection that breaks', () => {
  const called = async () => {
    const phone = await listeningPhone();
    phones.push(phone);
    const alice = await open({ media: noteMedia().host, listeners: { tcp: anyPort } });
    const signals = noteSignals();
    const trunk: Trunk = { target: phone.address, transport: 'tcp', loopback: false, realTimeText: false };
    alice.dial({ leg: 'a', trunk, to: '1', from: '2', ringTimeoutMs: 5_000 }, signals.on);
    return { phone, alice, signals };
  };

  test('while it rings ends the call at once', async () => {
    const { phone, signals } = await called();
    const connection = await phone.connection(0);
    connection.answer(await connection.request('INVITE'), 180, '');
    await signals.next('provisional');
    connection.cut();
    expect((await signals.next('ended')).ending).toMatchObject({ how: 'transportError', reason: 'cut' });
  });

  test('in the middle of a call is opened anew for the BYE', async () => {
    const { phone, alice, signals } = await called();
    const connection = await phone.connection(0);
    connection.answer(await connection.request('INVITE'), 200, SDP);
    await connection.request('ACK');
    await signals.next('answered');
    connection.cut();
    await connection.closed;
    alice.hangUp('a');
    const another = await phone.connection(1);
    another.answer(await another.request('BYE'), 200, '');
    expect((await signals.next('ended')).ending.how).toBe('byUs');
  });

  test('of a caller: his BYE is heard over another one, and ours finds him where he listens', async () => {
    const phone = await listeningPhone();
    phones.push(phone);
    const signals = noteSignals();
    const bob = await open({ media: noteMedia().host, listeners: { tcp: anyPort } });
    let leg: IncomingLeg | null = null;
    bob.onIncoming(each => {
      leg = each;
      each.answer();
      return signals.on;
    });
    const caller = await tcpPhone(bob.listening('tcp')!);
    const contact = `<sip:phone@127.0.0.1:${phone.address.port};transport=tcp>`;
    caller.say(ask('INVITE', { transport: 'TCP', host: '127.0.0.1:9', sdp: SDP, contact }));
    const ok = await caller.status(200);
    caller.say(ask('ACK', { transport: 'TCP', host: '127.0.0.1:9', to: header(ok.headers, 'to')! }));
    await signals.next('answered');
    caller.cut();
    bob.hangUp(leg!.leg);
    const connection = await phone.connection(0);
    connection.answer(await connection.request('BYE'), 200, '');
    expect((await signals.next('ended')).ending.how).toBe('byUs');
  });

  test('nobody listens: the call fails at once, not after 32 s', async () => {
    const { phone, alice } = await called();
    await phone.connection(0);
    await phone.close();
    const signals = noteSignals();
    const trunk: Trunk = { target: phone.address, transport: 'tcp', loopback: false, realTimeText: false };
    alice.dial({ leg: 'b', trunk, to: '1', from: '2', ringTimeoutMs: 5_000 }, signals.on);
    expect((await signals.next('ended')).ending).toMatchObject({ how: 'transportError' });
  });
});

describe.each(['ws', 'wss'] as const)('a browser over %s', transport => {
  const connected = async () => {
    const media = noteMedia();
    const bob = await open({ media: media.host, listeners: everywhere, certificate });
    const phone = await webPhone(`${transport}://127.0.0.1:${bob.listening(transport)?.port}`);
    phones.push({ close: async () => phone.cut() });
    return { bob, phone, media };
  };
  const via = { transport: transport.toUpperCase(), host: 'df7jal23ls0d.invalid' };

  test('calls in, is answered over its connection, and is hung up over it', async () => {
    const { bob, phone } = await connected();
    const signals = noteSignals();
    let leg: IncomingLeg | null = null;
    bob.onIncoming(each => {
      leg = each;
      each.answer();
      return signals.on;
    });
    phone.say(ask('INVITE', { ...via, sdp: SDP }));
    const ok = await phone.status(200);
    expect(leg).toMatchObject({ transport });
    expect(header(ok.headers, 'contact')).toBe(`<sip:127.0.0.1:${bob.listening(transport)?.port};transport=ws>`);
    phone.say(ask('ACK', { ...via, to: header(ok.headers, 'to')! }));
    await signals.next('answered');
    bob.hangUp(leg!.leg);
    const bye = await phone.request('BYE');
    expect(bye.via.transport).toBe(transport.toUpperCase());
    phone.answer(bye, 200, '');
    expect((await signals.next('ended')).ending.how).toBe('byUs');
  });

  test('is called over the connection it came by, while that lives', async () => {
    const { bob, phone } = await connected();
    const first = noteSignals();
    bob.onIncoming(each => {
      each.answer();
      return first.on;
    });
    phone.say(ask('INVITE', { ...via, sdp: SDP }));
    const ok = await phone.status(200);
    phone.say(ask('ACK', { ...via, to: header(ok.headers, 'to')! }));
    const { dialog } = await first.next('answered');
    phone.say(ask('BYE', { ...via, cseq: 2, to: header(ok.headers, 'to')! }));
    const flow = dialog.flow!;
    const trunk: Trunk = {
      target: { host: 'df7jal23ls0d.invalid', port: null },
      binding: { contact: 'sip:web@df7jal23ls0d.invalid;transport=ws', flow, source: { host: '127.0.0.1', port: 9 } },
      loopback: false,
      realTimeText: false,
    };
    const signals = noteSignals();
    bob.dial({ leg: 'a', trunk, to: 'web', from: '2', ringTimeoutMs: 5_000 }, signals.on);
    phone.answer(await phone.request('INVITE'), 200, SDP);
    await phone.request('ACK');
    await signals.next('answered');
    bob.hangUp('a');
    phone.answer(await phone.request('BYE'), 200, '');
    expect((await signals.next('ended')).ending.how).toBe('byUs');
    phone.cut();
    await phone.closed;
    const after = noteSignals();
    bob.dial({ leg: 'b', trunk, to: 'web', from: '2', ringTimeoutMs: 5_000 }, after.on);
    expect((await after.next('ended')).ending).toMatchObject({ how: 'transportError', reason: 'cut' });
  });

  test('has to speak SIP', async () => {
    const { bob } = await connected();
    const url = `${transport}://127.0.0.1:${bob.listening(transport)?.port}`;
    await expect(webPhone(url, ['chat'])).rejects.toThrow(/400/);
    const plain = await fetch(url.replace('ws', 'http')).catch(() => null);
    if (transport === 'ws') expect(plain?.status).toBe(426);
  });
});
