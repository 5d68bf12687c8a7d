import type { Instant } from '@lianxian/core/kit';
import { expect, test } from 'vitest';
import { dial, endings, SDP, scene } from '../../../test/user-agents.ts';
import { serialise } from '../grammar/serialise.ts';

/** Calls over a stream in virtual time: in order, lossless, and then the connection breaks. */
const FLOW = 'tcp';
const inOrder = { loss: 0, doubling: 0, maxDelayMs: 0 };
const server = (host: string, local: string) => ({
  destination: { host, port: 5060 },
  local: { host: local, port: 5060, transport: 'tcp' as const },
  flow: FLOW,
});

const randomCall = (seed: number, isCut: boolean) => {
  const { throws, network, alice, bob } = scene(seed, inOrder, {}, FLOW);
  const bobDoes = throws.pick(['answers', 'answers', 'refuses', 'rings for ever'] as const);
  const bobAfter = throws.between(1, 3_000);
  bob.onIncoming = leg => {
    bob.act(bob.agent.incoming(leg, it => it.progress(180, bob.address, { body: null }, network.now())));
    network.plan(bobAfter, at => {
      if (bobDoes === 'answers') bob.act(bob.agent.incoming(leg, it => it.answer(bob.address, SDP, at)));
      if (bobDoes === 'refuses') bob.act(bob.agent.incoming(leg, it => it.refuse(486, null, [], at)));
    });
  };
  dial(alice, bob, 20_000, network.now(), { servers: [server(bob.address.host, alice.address.host)] });
  const leaves = throws.pick([1, 500, 2_000, 6_000, 40_000]);
  network.plan(leaves, at => alice.act(alice.agent.hangUp('a', null, at)));
  if (isCut) {
    const cutAt = throws.between(1, 5_000);
    const cut = (at: Instant) => {
      alice.act(alice.agent.cut(() => true, at));
      bob.act(bob.agent.cut(() => true, at));
    };
    network.plan(cutAt, cut);
  }
  network.run(300_000);
  return { alice, bob, what: `seed ${seed}: bob ${bobDoes}, alice leaves at ${leaves}` };
};

test.each([
  ['holds', false],
  ['breaks at some moment', true],
])('over a connection that %s every call ends once on each side and leaves nothing open', (_what, isCut) => {
  for (let seed = 1; seed <= 300; seed++) {
    const { alice, bob, what } = randomCall(seed, isCut);
    expect(endings(alice), what).toHaveLength(1);
    expect(endings(bob), what).toHaveLength(bob.incoming.length);
    expect([...alice.defects, ...bob.defects], what).toEqual([]);
    const nothing = { transactions: 0, dialogs: 0, alarms: 0 };
    expect(alice.agent.open(), what).toEqual(nothing);
    expect(bob.agent.open(), what).toEqual(nothing);
    if (isCut) continue;
    // A 200 and its ACK alone may be said again: they belong to the dialog, not to a transaction (RFC 3261 §13.3.1.4).
    const once = [...alice.sent, ...bob.sent].map(message => serialise(message).toString());
    expect(new Set(once).size, `${what}: nothing is repeated`).toBe(once.length);
  }
});

test('silence never leads to the next server, a lost connection does', () => {
  const silent = scene(1, { loss: 1, doubling: 0, maxDelayMs: 0 }, {}, FLOW);
  const servers = [server('10.0.0.8', '10.0.0.1'), server('10.0.0.9', '10.0.0.1')] as const;
  dial(silent.alice, silent.bob, 120_000, silent.network.now(), { servers: [...servers] });
  silent.network.run(40_000);
  expect(silent.alice.events.at(-1)).toMatchObject({ at: 32_000, event: { ending: { how: 'noReply' } } });
  expect(silent.alice.sent, 'over a stream nothing is sent twice').toHaveLength(1);
  const broken = scene(2, inOrder, {}, FLOW);
  dial(broken.alice, broken.bob, 120_000, broken.network.now(), { servers: [...servers] });
  broken.alice.act(broken.alice.agent.cut(route => route.destination.host === '10.0.0.8', broken.network.now()));
  const invites = broken.alice.sent.flatMap(each => (each.kind === 'request' ? [each.headers] : []));
  expect(invites).toHaveLength(2);
  broken.alice.act(broken.alice.agent.cut(() => true, broken.network.now()));
  expect(broken.alice.events.at(-1)?.event).toMatchObject({ ending: { how: 'transportError', reason: 'cut' } });
  expect(broken.alice.events.filter(({ event }) => event.type === 'dialled')).toHaveLength(2);
});
