import { networkInterfaces } from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import { createStage, noteMedia, noteSignals } from '../../test/exchanges.ts';
import type { MessageNote } from './options.ts';
import type { Trunk } from './types.ts';

/** Calls over IPv6, where the machine has it. */
const stage = createStage();
afterEach(stage.clear);

const hasSix = Object.values(networkInterfaces()).some(list => list?.some(each => each.address === '::1'));

describe.skipIf(!hasSix).each(['udp', 'tcp'] as const)('over IPv6 and %s', transport => {
  test.each(['::1', '::'])('an exchange at %s is called; addresses have their brackets', async bind => {
    const tcp = { host: bind, port: 0 };
    const notes: MessageNote[] = [];
    const aliceMedia = noteMedia();
    const bobMedia = noteMedia();
    const alice = await stage.open({
      media: aliceMedia.host,
      bind,
      listeners: { tcp },
      onMessage: note => void notes.push(note),
    });
    const bob = await stage.open({ media: bobMedia.host, bind, listeners: { tcp } });
    const bobSignals = noteSignals();
    bob.onIncoming(leg => {
      leg.answer();
      return bobSignals.on;
    });
    const { port } = bob.listening(transport)!;
    const trunk: Trunk = { target: { host: '::1', port }, transport, loopback: false, realTimeText: false };
    const signals = noteSignals();
    alice.dial({ leg: 'a', trunk, to: '100', from: '200', ringTimeoutMs: 5_000 }, signals.on);
    expect((await signals.next('answered')).seenAs).toMatchObject({ host: '::1' });
    await bobSignals.next('answered');
    const invite = notes.find(note => note.summary === 'INVITE')!.text();
    const own = `[::1]:${alice.listening(transport)?.port}`;
    expect(invite).toContain(`INVITE sip:100@[::1]:${port} SIP/2.0`);
    expect(invite).toContain(`Via: SIP/2.0/${transport.toUpperCase()} ${own};`);
    expect(invite).toContain(`Contact: <sip:${own}${transport === 'udp' ? '' : ';transport=tcp'}>`);
    expect(invite).toContain('c=IN IP6 ::1');
    expect(bobMedia.connected.at(-1)?.remote.audio.address.host).toBe('::1');
    alice.hangUp('a');
    expect((await signals.next('ended')).ending.how).toBe('byUs');
  });

  test('a dual-stack exchange calls IPv4 as IPv4', async () => {
    const bob = await stage.open({ media: noteMedia().host, listeners: { tcp: { host: '127.0.0.1', port: 0 } } });
    const alice = await stage.open({ media: noteMedia().host, bind: '::' });
    const answer = await alice.probe({ target: bob.listening(transport)!, transport, loopback: false });
    expect(answer).toMatchObject({ code: 200, saidAs: { host: '127.0.0.1' }, seenAs: { host: '127.0.0.1' } });
  });
});
