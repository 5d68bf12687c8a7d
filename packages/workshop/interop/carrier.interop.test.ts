import { createHash } from 'node:crypto';
import type { MessageNote, RegistrationState } from '@lianxian/telephony';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../journeys/house/api.ts';
import { openTelephone, type Telephone, type TelephoneCall } from '../src/telephone/index.ts';
import {
  answersAfterCancel,
  forgetsNonces,
  forks,
  hangsUpToo,
  holds,
  isHeld,
  redirects,
  refreshes,
  registers,
  ringsReliably,
  wantsLonger,
} from './carrier-habits.ts';
import { openFarEnd } from './far-end.ts';
import { type SippMessage, sippIsThere, startSipp } from './sipp.ts';

/** Our telephone over a carrier that somebody else wrote, by each way of signalling. */
const NUMBER = '13812345678';
const PASSWORD = 'cheng-2026!';
const WAIT_MS = 5_000;

describe.skipIf(!sippIsThere).each(['udp', 'tcp'] as const)('a carrier over %s', transport => {
  let telephone: Telephone;
  /** `Call-ID request` of everything we sent. */
  const sent: string[] = [];
  const callIds = new Map<TelephoneCall, string>();
  beforeAll(async () => {
    const onMessage = ({ way, callId, summary }: MessageNote) => {
      if (way === 'out') sent.push(`${callId} ${summary}`);
    };
    telephone = await openTelephone({
      exchange: { onMessage },
      onSignal: (call, signal) => signal.type === 'dialled' && callIds.set(call, signal.callId),
    });
  });
  afterAll(() => telephone.close());

  /** One call to a carrier of that habit, and what was on the network. */
  const calls = async (
    scenario: { readonly xml: string },
    act: (call: TelephoneCall, ports: { readonly one: number; readonly two: number }) => Promise<void>,
    credentials?: { username: string; password: string },
  ) => {
    const [one, two] = await Promise.all([openFarEnd({ sends: 'tone' }), openFarEnd({ sends: 'tone' })]);
    const settings = { sound_port: `${one.port}`, other_port: `${two.port}` };
    const sipp = await startSipp(scenario, settings, { transport });
    try {
      const call = telephone.dial({
        target: { host: '127.0.0.1', port: sipp.ownPort },
        number: NUMBER,
        trunk: { transport },
        ...(credentials ? { credentials } : {}),
      });
      await act(call, { one: one.port, two: two.port });
      const { ending } = await call.ended;
      const { ok, said, messages } = await sipp.finished;
      expect(ok, said).toBe(true);
      return { ending, messages };
    } finally {
      await sipp.stop();
      await Promise.all([one.close(), two.close()]);
    }
  };
  const hangUpWhenAnswered = async (call: TelephoneCall) => {
    await call.answered;
    call.hangUp();
  };
  const received = (messages: readonly SippMessage[], method: string) =>
    messages.filter(({ way, text }) => way === 'received' && text.trimStart().startsWith(`${method} `));
  const goesTo = (call: TelephoneCall, port: number) =>
    until(`sound to port ${port}`, WAIT_MS, () => (call.soundFrom()?.port === port ? true : null), 5);

  it.concurrent('answers after the CANCEL: its 200 is acknowledged and hung up', async () => {
    const { ending, messages } = await calls(answersAfterCancel, async call => {
      await call.ringing;
      call.hangUp();
    });
    expect(ending.how).toBe('cancelled');
    expect(received(messages, 'BYE')).toHaveLength(1);
  });

  it.concurrent('rings reliably: every 183 gets its PRACK', async () => {
    const { ending, messages } = await calls(ringsReliably, hangUpWhenAnswered);
    expect(ending.how).toBe('byUs');
    expect(received(messages, 'PRACK')).toHaveLength(1);
    expect(received(messages, 'INVITE')[0]?.text).toMatch(/^Supported:.*\b100rel\b/im);
  });

  it.concurrent('rings twice with sound: the newest is heard, then whoever answers', async () => {
    const { ending } = await calls(forks, async (call, { one, two }) => {
      await goesTo(call, one);
      await goesTo(call, two);
      await call.answered;
      await goesTo(call, one);
      call.hangUp();
    });
    expect(ending.how).toBe('byUs');
  });

  it.concurrent('holds us by re-INVITE and takes us back', async () => {
    const { ending, messages } = await calls(holds, async () => {});
    expect(ending.how).toBe('byThem');
    const answers = messages.filter(
      ({ way, text }) => way === 'received' && /^SIP.2.0 200/.test(text.trimStart()) && /CSeq: \d+ INVITE/i.test(text),
    );
    const directions = answers.map(({ text }) => text.match(/^a=(send\w+|recv\w+|inactive)/m)?.[1]);
    expect([...new Set(directions)]).toEqual(['recvonly', 'sendrecv']);
  });

  it.concurrent('is held by us and taken back', async () => {
    const { ending, messages } = await calls(isHeld, async call => {
      await call.answered;
      const acknowledged = (times: number) =>
        until(
          `${times} ACKs`,
          WAIT_MS,
          () => sent.filter(line => line === `${callIds.get(call)} ACK`).length === times || null,
          5,
        );
      telephone.exchange.hold(call.leg, true);
      await acknowledged(2);
      telephone.exchange.hold(call.leg, false);
      await acknowledged(3);
      call.hangUp();
    });
    expect(ending.how).toBe('byUs');
    expect(received(messages, 'INVITE')).toHaveLength(3);
  });

  it.concurrent('refreshes the session by UPDATE, and moves its sound by another', async () => {
    const { ending, messages } = await calls(refreshes, async (call, { one, two }) => {
      await call.answered;
      await goesTo(call, one);
      await goesTo(call, two);
      call.hangUp();
    });
    expect(ending.how).toBe('byUs');
    const answers = messages.filter(({ way, text }) => way === 'received' && /CSeq: \d+ UPDATE/i.test(text));
    for (const { text } of answers) expect(text).toMatch(/^Session-Expires: 90;refresher=uac/im);
    expect(answers.map(({ text }) => /m=audio/.test(text))).toEqual([false, true]);
  });

  it.concurrent('takes no session interval below an hour: asked again with one', async () => {
    const { ending } = await calls(wantsLonger, async () => {});
    expect(ending).toMatchObject({ how: 'refused', code: 486 });
  });

  it.concurrent('hangs up in the same moment: both BYEs are answered, and it was one call', async () => {
    const { ending } = await calls(hangsUpToo, hangUpWhenAnswered);
    expect(ending.how).toBe('byUs');
  });

  it.concurrent('sends us elsewhere on its own ground: followed', async () => {
    const { ending } = await calls(redirects('13900009999@[local_ip]:[local_port]'), async () => {});
    expect(ending).toMatchObject({ how: 'refused', code: 486 });
  });

  it.concurrent('sends us to a stranger: not followed', async () => {
    const { ending } = await calls(redirects('13900009999@192.0.2.1'), async () => {});
    expect(ending).toMatchObject({ how: 'refused', code: 302 });
  });

  it.concurrent.each(['MD5', 'SHA-256'] as const)(
    'forgets its nonces: a new one is counted from one (%s)',
    async algorithm => {
      const credentials = { username: 'lianxian', password: PASSWORD };
      const { ending, messages } = await calls(forgetsNonces(algorithm), hangUpWhenAnswered, credentials);
      expect(ending.how).toBe('byUs');
      const given = received(messages, 'INVITE').map(({ text }) => digestOf(text));
      expect(given.map(each => [each.nonce, each.nc])).toEqual([
        [undefined, undefined],
        ['first', '00000001'],
        ['second', '00000001'],
      ]);
      for (const each of given.slice(1)) expect(each.response).toBe(expectedDigest(algorithm, each));
    },
  );

  it.concurrent('is a registrar that asks for credentials, then for more time: we are registered for as long', async () => {
    const sipp = await startSipp(registers, {}, { transport });
    const trunk = {
      target: { host: '127.0.0.1', port: sipp.ownPort },
      transport,
      loopback: true,
      realTimeText: false,
    } as const;
    const account = { id: transport, trunk, username: 'lianxian', password: PASSWORD };
    const registered = Promise.withResolvers<RegistrationState>();
    try {
      telephone.exchange.register({ ...account, expiresS: 60 }, state => {
        if (state.is === 'registered' || state.is === 'failed') registered.resolve(state);
      });
      const state = await registered.promise;
      expect(state).toMatchObject({ is: 'registered', code: 200, because: '' });
      const { ok, said, messages } = await sipp.finished;
      expect(ok, said).toBe(true);
      const asked = received(messages, 'REGISTER').map(({ text }) => text.match(/expires[:=] *(\d+)/i)?.[1]);
      expect(asked).toEqual(['60', '60', '300']);
    } finally {
      await sipp.stop();
    }
  });
});

const digestOf = (invite: string): Readonly<Record<string, string>> => {
  const line = invite.match(/^Authorization:.*$/im)?.[0] ?? '';
  return Object.fromEntries([...line.matchAll(/(\w+)="?([^",\r\n]*)"?/g)].map(([, name, value]) => [name, value]));
};

/** RFC 7616 §3.4.1. */
const expectedDigest = (algorithm: 'MD5' | 'SHA-256', given: Readonly<Record<string, string>>): string => {
  const hash = (text: string) => createHash(algorithm.replace('-', '').toLowerCase()).update(text).digest('hex');
  const a1 = hash(`lianxian:carrier:${PASSWORD}`);
  return hash(`${a1}:${given.nonce}:${given.nc}:${given.cnonce}:auth:${hash(`INVITE:${given.uri}`)}`);
};
