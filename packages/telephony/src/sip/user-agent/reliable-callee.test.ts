import { dice, instant } from '@lianxian/core/kit';
import { describe, expect, test } from 'vitest';
import { createMemoryNetwork } from '../../../test/memory-network.ts';
import { bench, here, invite, request } from '../../../test/stranger.ts';
import { dial, endings, methods, party, SDP } from '../../../test/user-agents.ts';
import type { Address } from '../../net/address.ts';
import { header, type SipResponse } from '../grammar/message.ts';

/** A stranger who demands reliable provisional answers (RFC 3262 §3). */
const demanding = (more: readonly string[] = ['Require: 100rel'], body = 'v=0\r\n') => {
  const stage = bench();
  stage.hear(invite({ more, body }));
  const leg = stage.legs[0]!;
  const last = () => stage.sent.at(-1) as SipResponse;
  return {
    ...stage,
    last,
    to: () => header(last().headers, 'to')!,
    rseqs: () =>
      stage.sent.flatMap(each => (header(each.headers, 'rseq') === null ? [] : [Number(header(each.headers, 'rseq'))])),
    progress: (sdp: Uint8Array | null) =>
      stage.take(
        stage.agent.incoming(leg, it => it.progress(sdp === null ? 180 : 183, here, { body: sdp }, instant(0))),
      ),
    answer: (at = 0) => stage.take(stage.agent.incoming(leg, it => it.answer(here, SDP, instant(at)))),
    /** Lets time pass, alarm by alarm. */
    pass: (until: number) => {
      for (let next = stage.agent.nextWake(); next !== null && next <= until; next = stage.agent.nextWake()) {
        stage.take(stage.agent.wake(next));
      }
    },
    prack: (to: string, rseq: number, parts: { cseq?: number; body?: string; invite?: number } = {}) => {
      const cseq = parts.cseq ?? 2;
      const rack = `RAck: ${rseq} ${parts.invite ?? 1} INVITE`;
      stage.hear(request('PRACK', { to, cseq, branch: `p${cseq}`, more: [rack], body: parts.body ?? '' }));
    },
  };
};

describe('a caller who demands reliable answers', () => {
  test('gets each with a number, repeated with doubling until his PRACK', () => {
    const stage = demanding();
    stage.progress(null);
    expect(header(stage.last().headers, 'require')).toBe('100rel');
    stage.pass(4_000);
    // At 0, then 0.5, 1.5 and 3.5 s.
    expect(stage.statuses()).toEqual([100, 180, 180, 180, 180]);
    stage.prack(stage.to(), stage.rseqs()[0]!);
    stage.pass(60_000);
    expect(stage.statuses()).toEqual([100, 180, 180, 180, 180, 200]);
  });

  test('gets the next only after the PRACK of the last, numbered one higher', () => {
    const stage = demanding();
    stage.progress(null);
    stage.progress(SDP);
    const to = stage.to();
    const [first] = stage.rseqs();
    expect(stage.rseqs()).toEqual([first]);
    stage.prack(to, first!);
    expect(stage.rseqs()).toEqual([first, first! + 1]);
  });

  test('is answered only after the PRACK of an answer with SDP, and then without SDP again', () => {
    const stage = demanding();
    stage.progress(SDP);
    const [rseq] = stage.rseqs();
    stage.answer();
    expect(stage.statuses()).toEqual([100, 183]);
    stage.prack(stage.to(), rseq!);
    expect(stage.statuses()).toEqual([100, 183, 200, 200]);
    expect(stage.last().body).toHaveLength(0);
    expect(header(stage.last().headers, 'cseq')).toBe('1 INVITE');
    stage.hear(request('ACK', { to: stage.to(), branch: 'ack' }));
    expect(stage.events).toMatchObject([{ type: 'answered', body: null }]);
  });

  test('is answered at once after an answer without SDP, whose PRACK is taken even so', () => {
    const stage = demanding();
    stage.progress(null);
    const [rseq] = stage.rseqs();
    const to = stage.to();
    stage.answer();
    expect(stage.last()).toMatchObject({ status: 200, body: SDP });
    stage.prack(to, rseq!);
    stage.prack(to, rseq!, { cseq: 3 });
    expect(stage.statuses()).toEqual([100, 180, 200, 200, 481]);
  });

  test('and acknowledges nothing is refused 504 after 32 s', () => {
    const stage = demanding();
    stage.progress(null);
    stage.pass(32_000);
    // At 0, 0.5, 1.5, 3.5, 7.5, 15.5 and 31.5 s, no bound of 4 s between (RFC 3262 §3).
    expect(stage.statuses()).toEqual([100, ...Array(7).fill(180), 504]);
    expect(stage.events).toMatchObject([{ type: 'ended', ending: { how: 'ackMissing', code: 504 } }]);
  });

  test.each([
    ['another number', 1, 1],
    ['another INVITE', 0, 9],
  ])('with a PRACK of %s hears 481', (_what, off, of) => {
    const stage = demanding();
    stage.progress(null);
    stage.prack(stage.to(), stage.rseqs()[0]! + off, { invite: of });
    expect(stage.statuses()).toEqual([100, 180, 481]);
  });

  test('may offer anew in his PRACK, and is answered in its 200', () => {
    const stage = demanding();
    stage.progress(SDP);
    stage.prack(stage.to(), stage.rseqs()[0]!, { body: 'v=9\r\n' });
    expect(stage.last()).toMatchObject({ status: 200, body: SDP });
  });

  test('without an offer is offered ours, and answers it with the PRACK', () => {
    const stage = demanding(['Require: 100rel'], '');
    stage.progress(SDP);
    stage.prack(stage.to(), stage.rseqs()[0]!, { body: 'v=9\r\n' });
    expect(stage.events).toMatchObject([{ type: 'reanswered', body: Buffer.from('v=9\r\n') }]);
  });

  test('and cancels, or is hung up, while an answer waits hears one final answer', () => {
    const cancelled = demanding();
    cancelled.progress(SDP);
    cancelled.answer();
    cancelled.hear(request('CANCEL'));
    expect(cancelled.statuses()).toEqual([100, 183, 200, 487]);
    const hungUp = demanding();
    hungUp.progress(SDP);
    hungUp.answer();
    hungUp.take(hungUp.agent.hangUp(hungUp.legs[0]!, null, instant(0)));
    expect(hungUp.statuses()).toEqual([100, 183, 480]);
  });

  test('leaves nothing open', () => {
    const stage = demanding();
    stage.progress(SDP);
    stage.answer();
    stage.prack(stage.to(), stage.rseqs()[0]!);
    stage.hear(request('ACK', { to: stage.to(), branch: 'ack' }));
    stage.hear(request('BYE', { to: stage.to(), branch: 'bye', cseq: 4 }));
    stage.pass(100_000);
    expect(stage.agent.open()).toEqual({ transactions: 0, dialogs: 0, alarms: 0 });
  });
});

test('who only supports reliable answers gets ordinary ones', () => {
  const stage = demanding(['Supported: 100rel']);
  stage.progress(null);
  stage.pass(100_000);
  expect(stage.statuses()).toEqual([100, 180]);
});

test('an UPDATE before our answer is too early while we owe one, and taken after a reliable one', () => {
  const early = demanding([]);
  early.progress(SDP);
  early.hear(request('UPDATE', { to: early.to(), cseq: 2, branch: 'u', body: 'v=1\r\n' }));
  expect(early.statuses()).toEqual([100, 183, 500]);
  const reliable = demanding();
  reliable.progress(SDP);
  const to = reliable.to();
  reliable.prack(to, reliable.rseqs()[0]!);
  reliable.hear(request('UPDATE', { to, cseq: 3, branch: 'u', body: 'v=1\r\n' }));
  expect(reliable.statuses()).toEqual([100, 183, 200, 200]);
});

/** Somebody on the way demands of bob what alice only supports. */
const demandingScene = (seed: number) => {
  const throws = dice(seed);
  const network = createMemoryNetwork(throws, { loss: 0.25, doubling: 0.2, maxDelayMs: 400 });
  const demands = (bytes: Uint8Array) =>
    Buffer.from(
      Buffer.from(bytes).toString().replace('Supported: 100rel, timer', 'Supported: timer\r\nRequire: 100rel'),
    );
  const way = {
    ...network,
    send: (bytes: Uint8Array, from: Address, to: Address) => network.send(demands(bytes), from, to),
  };
  return { network, alice: party(way, '10.0.0.1', throws, {}), bob: party(network, '10.0.0.2', throws, {}) };
};

test.each([1, 2, 3, 4, 5, 6, 7, 8])('two agents agree by reliable answers on a bad network, seed %i', seed => {
  const { network, alice, bob } = demandingScene(seed);
  bob.onIncoming = leg => {
    bob.act(bob.agent.incoming(leg, it => it.progress(183, bob.address, { body: SDP }, network.now())));
    network.plan(900, at => bob.act(bob.agent.incoming(leg, it => it.answer(bob.address, SDP, at))));
  };
  dial(alice, bob, 60_000, network.now());
  network.plan(90_000, at => alice.act(alice.agent.hangUp('a', null, at)));
  network.run(250_000);
  expect(methods(alice)).toContain('PRACK');
  expect([endings(alice), endings(bob)]).toEqual([['byUs'], ['byThem']]);
  expect([...alice.defects, ...bob.defects]).toEqual([]);
  expect(alice.agent.open()).toEqual({ transactions: 0, dialogs: 0, alarms: 0 });
  expect(bob.agent.open()).toEqual({ transactions: 0, dialogs: 0, alarms: 0 });
});
