import type { Instant } from '@lianxian/core/kit';
import { expect, test } from 'vitest';
import type { NetworkHabits } from '../../../test/memory-network.ts';
import { calm, dial, endings, methods, type Party, party, SDP, scene } from '../../../test/user-agents.ts';
import { header } from '../grammar/message.ts';

/** One random call: who rings, answers, refuses and hangs up when. */
const randomCall = (seed: number, habits: NetworkHabits) => {
  const { throws, network, alice, bob } = scene(seed, habits);
  const bobDoes = throws.pick(['answers', 'answers', 'answers', 'refuses', 'rings for ever'] as const);
  const bobAfter = throws.between(0, 3_000);
  const bobLeavesAfter = throws.pick([null, 0, 50, 5_000]);
  const aliceLeavesAt = throws.pick([20, 500, 1_500, 6_000, 40_000]);
  bob.onIncoming = leg => {
    if (throws.next() < 0.7) {
      const ring = (at: Instant) =>
        bob.act(bob.agent.incoming(leg, it => it.progress(180, bob.address, { body: null }, at)));
      network.plan(bobAfter / 2, ring);
    }
    network.plan(bobAfter, at => {
      if (bobDoes === 'answers') bob.act(bob.agent.incoming(leg, it => it.answer(bob.address, SDP, at)));
      if (bobDoes === 'refuses') bob.act(bob.agent.incoming(leg, it => it.refuse(486, null, [], at)));
      if (bobLeavesAfter === null) return;
      network.plan(bobLeavesAfter, later => bob.act(bob.agent.hangUp(leg, null, later)));
    });
  };
  dial(alice, bob, 20_000, network.now());
  network.plan(aliceLeavesAt, at => alice.act(alice.agent.hangUp('a', null, at)));
  network.run(300_000);
  return { alice, bob, what: `seed ${seed}: bob ${bobDoes}, alice leaves at ${aliceLeavesAt}` };
};

/** Which endings of the two sides fit together; alice → bob. Bob may not have heard of the call at all. */
const AGREED: Readonly<Record<string, readonly string[]>> = {
  byUs: ['byThem', 'byUs'],
  byThem: ['byUs'],
  cancelled: ['cancelled', 'byThem', 'refused', 'byUs'],
  ringTimeout: ['cancelled', 'byThem', 'refused', 'byUs'],
  refused: ['refused', 'byUs'],
  noReply: ['cancelled', 'byThem', 'refused', 'byUs'],
};

const finalStatuses = (who: Party): Set<string> => {
  const seen = new Map<string, Set<number>>();
  for (const message of who.sent) {
    if (message.kind === 'request' || message.status < 200) continue;
    const key = `${header(message.headers, 'via')} ${header(message.headers, 'cseq')}`;
    seen.set(key, (seen.get(key) ?? new Set()).add(message.status));
  }
  return new Set([...seen].filter(([, statuses]) => statuses.size > 1).map(([key]) => key));
};

test.each([
  ['a calm network', calm, 150],
  ['a network that loses one datagram in twenty', { loss: 0.05, doubling: 0, maxDelayMs: 100 }, 300],
  ['a network that reorders', { loss: 0, doubling: 0, maxDelayMs: 800 }, 150],
  ['a network that doubles', { loss: 0, doubling: 0.5, maxDelayMs: 200 }, 150],
  ['a network that loses, doubles and reorders', { loss: 0.2, doubling: 0.2, maxDelayMs: 400 }, 400],
] as const)('on %s every call ends once on each side, agreed, and leaves nothing open', (_name, habits, seeds) => {
  for (let seed = 1; seed <= seeds; seed++) {
    const { alice, bob, what } = randomCall(seed, habits);
    expect(endings(alice), what).toHaveLength(1);
    expect(endings(bob).length, what).toBe(bob.incoming.length);
    expect(bob.incoming.length, `${what}: one INVITE is one call`).toBeLessThanOrEqual(1);
    if (bob.incoming.length === 1) expect(AGREED[endings(alice)[0]!], what).toContain(endings(bob)[0]);
    const answers = [...alice.events, ...bob.events].filter(({ event }) => event.type === 'answered');
    expect(answers.length, `${what}: never two answers`).toBeLessThanOrEqual(2);
    expect(finalStatuses(bob), `${what}: one final answer to a request`).toEqual(new Set());
    expect([...alice.defects, ...bob.defects], what).toEqual([]);
    const nothing = { transactions: 0, dialogs: 0, alarms: 0 };
    expect(alice.agent.open(), what).toEqual(nothing);
    expect(bob.agent.open(), what).toEqual(nothing);
  }
});

test('when the other side is dead for good the call ends as no reply after 32 s', () => {
  const { network, alice, bob } = scene(1, { loss: 1, doubling: 0, maxDelayMs: 0 });
  dial(alice, bob, 20_000, network.now());
  network.run(40_000);
  expect(alice.events.at(-1)).toMatchObject({ at: 32_000, event: { type: 'ended', ending: { how: 'noReply' } } });
  // Sent at 0, then after 500 ms, doubling (RFC 3261 §17.1.1.2): 0.5, 1.5, 3.5, 7.5, 15.5, 31.5 s.
  expect(alice.sent).toHaveLength(7);
});

test('a callee that rings for ever is cancelled at the ring limit', () => {
  const { network, alice, bob } = scene(1, calm);
  bob.onIncoming = leg =>
    bob.act(bob.agent.incoming(leg, it => it.progress(180, bob.address, { body: null }, network.now())));
  dial(alice, bob, 3_000, network.now());
  network.run(60_000);
  expect(endings(alice)).toEqual(['ringTimeout']);
  expect(endings(bob)).toEqual(['cancelled']);
  expect(alice.events.find(({ event }) => event.type === 'ended')?.event).toMatchObject({ ending: { code: 487 } });
});

test('an answer that crosses the CANCEL is acknowledged and hung up', () => {
  const { network, alice, bob } = scene(1, { loss: 0, doubling: 0, maxDelayMs: 0 });
  bob.onIncoming = leg => {
    bob.act(bob.agent.incoming(leg, it => it.progress(180, bob.address, { body: null }, network.now())));
    bob.act(bob.agent.incoming(leg, it => it.answer(bob.address, SDP, network.now())));
    // The answer is on its way when alice gives up.
    alice.act(alice.agent.hangUp('a', null, network.now()));
  };
  dial(alice, bob, 30_000, network.now());
  network.run(60_000);
  expect(endings(alice)).toEqual(['cancelled']);
  expect(endings(bob)).toEqual(['byThem']);
  expect(methods(alice)).toEqual(['INVITE', 'CANCEL', 'ACK', 'BYE']);
});

test.each([
  ['rings on', false, ['CANCEL', 'ACK'], 'cancelled'],
  ['answers as the CANCEL comes', true, ['CANCEL', 'ACK', 'BYE'], 'byThem'],
])('the heir of a process that died while it rang cancels; bob %s', (_what, answers, sends, how) => {
  const { throws, network, alice, bob } = scene(1, { loss: 0, doubling: 0, maxDelayMs: 0 });
  const ring = (leg: string) =>
    bob.act(bob.agent.incoming(leg, it => it.progress(180, bob.address, { body: null }, network.now())));
  bob.onIncoming = ring;
  dial(alice, bob, 30_000, network.now());
  network.run(1_000);
  const dialled = alice.events.flatMap(({ event }) => (event.type === 'dialled' ? [event.invite] : []));
  const heir = party(network, '10.0.0.1', throws, {});
  const stored = JSON.parse(JSON.stringify(dialled[0]));
  if (answers) bob.act(bob.agent.incoming(bob.incoming[0]!, it => it.answer(bob.address, SDP, network.now())));
  const question = { token: 't', stored, local: heir.address, flow: 'main', credentials: null };
  heir.act(heir.agent.cancelStored(question, network.now()));
  network.run(60_000);
  expect(methods(heir)).toEqual(sends);
  expect(endings(bob)).toEqual([how]);
  expect(heir.agent.open()).toEqual({ transactions: 0, dialogs: 0, alarms: 0 });
});
