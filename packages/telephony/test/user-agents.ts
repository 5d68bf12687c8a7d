import { type Dice, dice, type Instant } from '@lianxian/core/kit';
import type { Address } from '../src/net/address.ts';
import type { SipMessage } from '../src/sip/grammar/message.ts';
import { createUserAgent, type UserAgent, type UserAgentOptions } from '../src/sip/user-agent/agent.ts';
import type { CallSpec } from '../src/sip/user-agent/caller.ts';
import type { AgentAction, LegEvent } from '../src/sip/user-agent/context.ts';
import { createMemoryNetwork, type MemoryNetwork, type NetworkHabits } from './memory-network.ts';

/** Two user agents, alice and bob, on a memory network: the stage of the protocol tests. */
export const SDP = Buffer.from('v=0\r\n');

export interface Party {
  readonly agent: UserAgent;
  readonly address: Address;
  readonly events: { leg: string; event: LegEvent; at: Instant }[];
  readonly incoming: string[];
  readonly sent: SipMessage[];
  readonly defects: string[];
  readonly act: (actions: readonly AgentAction[]) => void;
  onIncoming: (leg: string) => void;
}

export const hexFrom = (throws: Dice) => (bytes: number) =>
  Array.from({ length: bytes }, () => throws.between(0, 255).toString(16).padStart(2, '0')).join('');

export const party = (
  network: MemoryNetwork,
  host: string,
  throws: Dice,
  more: Partial<UserAgentOptions>,
  flow = 'main',
): Party => {
  const address = { host, port: 5060 };
  const agent = createUserAgent({
    random: hexFrom(throws),
    product: host,
    maxLegs: 10,
    onOffer: () => ({ body: SDP }),
    ...more,
  });
  const self: Party = {
    agent,
    address,
    events: [],
    incoming: [],
    sent: [],
    defects: [],
    onIncoming: () => {},
    act: actions => {
      for (const action of actions) {
        if (action.type === 'send') {
          self.sent.push(action.message);
          network.send(action.bytes, address, action.route.destination);
        } else if (action.type === 'leg') self.events.push({ ...action, at: network.now() });
        else if (action.type === 'incoming') {
          self.incoming.push(action.leg);
          self.onIncoming(action.leg);
        } else if (action.type === 'defect') self.defects.push(action.because);
      }
    },
  };
  network.attach(address, {
    receive: (bytes, source, at) => self.act(agent.receive(bytes, source, flow, at)),
    wake: at => self.act(agent.wake(at)),
    nextWake: agent.nextWake,
  });
  return self;
};

export const dial = (alice: Party, bob: Party, ringTimeoutMs: number, at: Instant, more: Partial<CallSpec> = {}) =>
  alice.act(
    alice.agent.call(
      {
        leg: 'a',
        to: '15400000001',
        from: '057188880000',
        host: 'example.test',
        domain: 'example.test',
        servers: [{ destination: bob.address, local: alice.address, flow: 'main' }],
        isLoopback: false,
        credentials: null,
        ringTimeoutMs,
        body: SDP,
        ...more,
      },
      at,
    ),
  );

/** Over a reliable `flow` the network must lose, double and reorder nothing. */
export const scene = (seed: number, habits: NetworkHabits, bobIs: Partial<UserAgentOptions> = {}, flow = 'main') => {
  const throws = dice(seed);
  const network = createMemoryNetwork(throws, habits);
  const alice = party(network, '10.0.0.1', throws, {}, flow);
  const bob = party(network, '10.0.0.2', throws, bobIs, flow);
  return { throws, network, alice, bob };
};

export const calm: NetworkHabits = { loss: 0, doubling: 0, maxDelayMs: 5 };

export const endings = (who: Party) =>
  who.events.flatMap(({ event }) => (event.type === 'ended' ? [event.ending.how] : []));

/** The requests a party sent, by method. */
export const methods = (who: Party): readonly string[] =>
  who.sent.flatMap(message => (message.kind === 'request' ? [message.method] : []));
