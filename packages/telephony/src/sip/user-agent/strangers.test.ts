import { instant } from '@lianxian/core/kit';
import { describe, expect, test } from 'vitest';
import { bench, invite, request, there } from '../../../test/stranger.ts';
import type { Address } from '../../net/address.ts';
import { header } from '../grammar/message.ts';

describe('a stranger', () => {
  test.each([
    ['OPTIONS', request('OPTIONS'), 200],
    ['a method we do not speak', request('REGISTER'), 405],
    ['BYE of no dialog', request('BYE', { to: '<sip:100@192.0.2.1>;tag=gone' }), 481],
    ['BYE without a tag', request('BYE'), 481],
    ['INVITE in a dialog that is gone', invite({ to: '<sip:100@192.0.2.1>;tag=gone' }), 481],
    ['CANCEL of nothing', request('CANCEL'), 481],
    ['a sips address', request('OPTIONS', { uri: 'sips:100@192.0.2.1' }), 416],
    ['an extension we lack', invite({ more: ['Require: 100rel, precondition'] }), 420],
    ['an interval below ours', invite({ more: ['Session-Expires: 60', 'Supported: timer'] }), 422],
    ['a method that nobody has', request('DANCE'), 501],
    ['a message', request('MESSAGE'), 405],
    ['an event', request('SUBSCRIBE'), 489],
    ['a notice of one', request('NOTIFY'), 489],
    [
      'a body we cannot read',
      invite({ more: ['Accept: application/sdp'] }).replace('Type: application/sdp', 'Type: text/plain'),
      415,
    ],
    ['an INVITE that takes no SDP', invite({ more: ['Accept: text/plain'] }), 406],
    ['an encoded body', invite({ more: ['Content-Encoding: gzip'] }), 415],
  ])('with %s', (_what, text, status) => {
    const { hear, statuses } = bench();
    hear(text);
    expect(statuses()).toEqual([status]);
  });

  test('is told what we can by OPTIONS', () => {
    const { hear, sent } = bench();
    hear(request('OPTIONS'));
    expect(header(sent[0]!.headers, 'allow')).toBe('INVITE, ACK, CANCEL, BYE, OPTIONS, PRACK, UPDATE, INFO');
    expect(header(sent[0]!.headers, 'accept')).toBe('application/sdp');
    expect(header(sent[0]!.headers, 'via')).toContain(';rport=5099;received=192.0.2.9');
  });

  test('who repeats his INVITE hears the last answer again and is one call', () => {
    const { hear, statuses, legs } = bench();
    hear(invite());
    hear(invite());
    expect(statuses()).toEqual([100, 100]);
    expect(legs).toHaveLength(1);
  });

  test('whose INVITE comes by two paths is a loop on the second', () => {
    const { hear, statuses } = bench();
    hear(invite());
    hear(invite({ branch: 'two' }));
    expect(statuses()).toEqual([100, 482]);
  });

  test('is asked to come back when we are full', () => {
    const { hear, statuses, sent } = bench(1);
    hear(invite());
    hear(invite({ callId: 'call-2', branch: 'two' }));
    expect(statuses()).toEqual([100, 503]);
    expect(header(sent[1]!.headers, 'retry-after')).toBe('5');
  });

  test('who cancels hears 200 and 487, once each', () => {
    const { hear, statuses, events } = bench();
    hear(invite());
    hear(request('CANCEL'));
    expect(statuses()).toEqual([100, 200, 487]);
    expect(events).toMatchObject([{ type: 'ended', ending: { how: 'cancelled' } }]);
  });

  test('who rings for ever is let go', () => {
    const { agent, hear, events, statuses, take } = bench();
    hear(invite());
    take(agent.wake(instant(300_000)));
    expect(statuses().slice(0, 2)).toEqual([100, 480]);
    expect(events).toMatchObject([{ type: 'ended', ending: { how: 'ringTimeout' } }]);
  });

  test('who sends answers nobody asked for is not answered', () => {
    const { hear, sent } = bench();
    hear(request('OPTIONS').replace(/^.*\r\n/, 'SIP/2.0 200 OK\r\n'));
    expect(sent).toEqual([]);
  });
});

test('a flood of questions, of unknown dialogs and of calls leaves room for the calls that live', () => {
  const { hear, statuses, legs, agent } = bench(10, { maxTransactions: 1_000 });
  hear(invite());
  const full = 3_000;
  for (let i = 0; i < full; i++) {
    const branch = `flood-${i}`;
    const callId = branch;
    if (i % 3 === 0) hear(request('OPTIONS', { branch, callId }));
    else if (i % 3 === 1) hear(request('BYE', { branch, callId, to: '<sip:100@192.0.2.1>;tag=gone' }));
    else hear(request('CANCEL', { branch, callId }));
  }
  expect(new Set(statuses()), 'all are answered').toEqual(new Set([100, 200, 481]));
  expect(statuses()).toHaveLength(full + 1);
  expect(agent.open().transactions, 'but not all remembered').toBe(800);
  hear(invite({ branch: 'two', callId: 'call-2' }));
  expect(statuses().at(-1), 'a new call is asked to come back').toBe(503);
  hear(invite());
  expect(statuses().at(-1), 'a repetition hears the last answer').toBe(100);
  hear(request('CANCEL'));
  expect(statuses().slice(-2), 'the caller that lives is served').toEqual([200, 487]);
  expect(legs).toHaveLength(1);
});

describe('where lines are known, somebody who belongs to none', () => {
  const PATIENCE_MS = 40_000;
  const friend = { host: '198.51.100.7', port: 5060 };

  /** Octets each way, counted as a forger's victim would: of the flow there is no connection. */
  const stage = () => {
    const { agent, hear, statuses, legs, take, sent, ...rest } = bench(10, { isKnown: host => host === friend.host });
    const count = { in: 0, out: 0, told: [] as string[] };
    const from = (text: string, source: Address, flow: string, at: number) => {
      count.in += Buffer.byteLength(text);
      const actions = agent.receive(Buffer.from(text), source, flow, instant(at));
      for (const action of actions) {
        if (action.type === 'send') count.out += action.bytes.length;
        if (action.type === 'security') count.told.push(action.kind);
      }
      take(actions);
    };
    return { agent, statuses, legs, sent, take, count, from, ...rest };
  };

  test('is told once that nobody is here, by one answer that nothing is kept of', () => {
    const { agent, from, statuses, legs, take, count } = stage();
    from(invite(), there, 'main', 0);
    for (const at of [500, 1_500, 3_500]) from(invite(), there, 'main', at);
    expect(agent.nextWake(), 'nothing is repeated').toBeNull();
    take(agent.wake(instant(PATIENCE_MS)));
    expect(statuses()).toEqual([404]);
    expect(agent.open()).toEqual({ transactions: 0, dialogs: 0, alarms: 0 });
    expect(legs).toEqual([]);
    expect(count.told).toEqual(Array(4).fill('strangerCall'));
  });

  test.each([
    ['calls', (n: number) => invite({ branch: `b${n}`, callId: `c${n}` })],
    ['questions', (n: number) => request('OPTIONS', { branch: `b${n}`, callId: `c${n}` })],
    ['registrations', (n: number) => request('REGISTER', { branch: `b${n}`, callId: `c${n}` })],
    ['farewells', (n: number) => request('BYE', { branch: `b${n}`, callId: `c${n}` })],
    ['what is no SIP', (n: number) => request('OPTIONS', { branch: `b${n}` }).replace('CSeq: 1', 'CSeq: x')],
  ])('brings whom he names as the source of a flood no more than it sends: %s', (_what, text) => {
    const { agent, from, count } = stage();
    for (let n = 0; n < 3_000; n++) from(text(n), { host: `192.0.2.${n % 200}`, port: 5060 }, 'main', n);
    expect(count.out).toBeLessThan(count.in + 2 * 16_384);
    expect(count.out, 'an honest question finds its answer').toBeGreaterThan(16_384);
    expect(agent.open().transactions).toBe(0);
  });

  test('does not keep those we know from calling, from his own net either', () => {
    const { from, statuses, legs } = stage();
    for (let n = 0; n < 3_000; n++) {
      from(invite({ branch: `b${n}`, callId: `c${n}` }), { host: '198.51.100.66', port: 5060 }, 'main', n);
    }
    from(invite({ branch: 'friend', callId: 'friend' }), friend, 'main', 3_000);
    expect(statuses().at(-1)).toBe(100);
    expect(legs).toHaveLength(1);
  });

  test('may come for a Contact that only his registrar was told', () => {
    const { agent, take, statuses } = bench(10, { isKnown: () => false, isForUs: ({ uri }) => uri.includes('line=7') });
    take(agent.receive(Buffer.from(invite({ uri: 'sip:100@192.0.2.1;line=7' })), there, 'main', instant(0)));
    expect(statuses()).toEqual([100]);
  });
});
