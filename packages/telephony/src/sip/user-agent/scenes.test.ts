import type { Instant } from '@lianxian/core/kit';
import { expect, test } from 'vitest';
import { dial, endings, type Party, SDP, scene } from '../../../test/user-agents.ts';
import type { OfferReply } from './context.ts';

/**
 * Whole calls with all that two user agents may do in them at any moment: hold, resume, keys, glare, hanging up while
 * something is on its way, one side that vanishes for good, hours until the session's timer ends what nobody ended.
 */
const LIFE_MS = 3_600_000;
const nothing = { transactions: 0, dialogs: 0, alarms: 0 };

const playOut = (seed: number) => {
  const habits = { loss: 0.05, doubling: 0.05, maxDelayMs: 400 };
  let isWilling = () => true;
  const onOffer = (): OfferReply => (isWilling() ? { body: SDP } : { status: 488 });
  const { throws, network, alice, bob } = scene(seed, habits, { onOffer });
  isWilling = () => throws.next() < 0.9;
  const some = throws.pick([1, 3, 8]);
  const answersAfter = throws.pick([0, 5, 200, 4_000]);
  const span = throws.pick([300, 3_000, 60_000, 2_000_000]);

  const actions = (who: Party, leg: string): readonly ((at: Instant) => void)[] => [
    at => who.act(who.agent.reoffer(leg, at)),
    at => who.act(who.agent.reoffer(leg, at)),
    at => who.act(who.agent.sendKeys(leg, '12#', 100, at)),
    at => who.act(who.agent.hangUp(leg, null, at)),
  ];
  const live = (who: Party, leg: string) => {
    for (let i = 0; i < some; i++) network.plan(throws.between(0, span), throws.pick([...actions(who, leg)]));
  };
  bob.onIncoming = leg => {
    const ring = (status: number, body: Uint8Array | null, at: Instant) =>
      bob.act(bob.agent.incoming(leg, it => it.progress(status, bob.address, { body }, at)));
    ring(180, null, network.now());
    if (throws.next() < 0.3) network.plan(answersAfter / 2, at => ring(183, SDP, at));
    network.plan(answersAfter, at => bob.act(bob.agent.incoming(leg, it => it.answer(bob.address, SDP, at))));
    live(bob, leg);
  };
  dial(alice, bob, 30_000, network.now());
  live(alice, 'a');
  if (throws.next() < 0.15) network.plan(throws.between(0, span), () => (habits.loss = 1));
  network.run(LIFE_MS);
  for (const who of [alice, bob])
    who.act(who.agent.hangUp(who === alice ? 'a' : (bob.incoming[0] ?? ''), null, network.now()));
  network.run(120_000);
  return { alice, bob };
};

const first = Number(process.env.SCENE_SEED ?? process.env.SEED ?? Date.now() % 1_000_000);
const scenes = process.env.SCENE_SEED === undefined ? 2_000 : 1;

test('whatever two telephones do to each other on a bad line, each call ends once and leaves nothing open', () => {
  console.log(`scenes from seed ${first}; SCENE_SEED=… plays one again`);
  for (let seed = first; seed < first + scenes; seed++) {
    const { alice, bob } = playOut(seed);
    const what = `seed ${seed}`;
    expect(endings(alice), what).toHaveLength(1);
    expect(bob.incoming.length, `${what}: one INVITE is one call`).toBeLessThanOrEqual(1);
    expect(endings(bob), what).toHaveLength(bob.incoming.length);
    expect([...alice.defects, ...bob.defects], what).toEqual([]);
    expect([alice.agent.open(), bob.agent.open()], what).toEqual([nothing, nothing]);
    expect(alice.agent.legs() + bob.agent.legs(), what).toBe(0);
  }
}, 60_000);
