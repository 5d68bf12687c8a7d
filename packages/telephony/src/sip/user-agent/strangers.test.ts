import { dice, instant } from '@lianxian/core/kit';
import { describe, expect, test } from 'vitest';
import { header, type SipMessage, type SipResponse } from '../grammar/message.ts';
import { createUserAgent } from './agent.ts';
import type { AgentAction, LegEvent } from './context.ts';
import { hexFrom, SDP } from './stage.ts';

/** A user agent and somebody who writes his messages by hand. */
const there = { host: '192.0.2.9', port: 5099 };
const here = { host: '192.0.2.1', port: 5060 };

const bench = (maxLegs = 10) => {
  const agent = createUserAgent({ random: hexFrom(dice(5)), product: 'test', maxLegs, onOffer: () => ({ body: SDP }) });
  const sent: SipMessage[] = [];
  const events: LegEvent[] = [];
  const legs: string[] = [];
  const take = (actions: readonly AgentAction[]) => {
    for (const action of actions) {
      if (action.type === 'send') sent.push(action.message);
      if (action.type === 'leg') events.push(action.event);
      if (action.type === 'incoming') legs.push(action.leg);
    }
  };
  return {
    agent,
    sent,
    events,
    legs,
    take,
    hear: (text: string, at = 0) => take(agent.receive(Buffer.from(text), there, 'main', instant(at))),
    statuses: () => sent.flatMap(message => (message.kind === 'response' ? [message.status] : [])),
    requests: (method: string) => sent.filter(each => each.kind === 'request' && each.method === method),
  };
};

interface Parts {
  readonly branch?: string;
  readonly to?: string;
  readonly cseq?: number;
  readonly callId?: string;
  readonly uri?: string;
  readonly more?: readonly string[];
  readonly body?: string;
}

const request = (method: string, parts: Parts = {}): string => {
  const body = parts.body ?? '';
  const all = [
    `${method} ${parts.uri ?? 'sip:100@192.0.2.1'} SIP/2.0`,
    `Via: SIP/2.0/UDP 192.0.2.9:5099;branch=z9hG4bK${parts.branch ?? 'one'};rport`,
    'From: <sip:stranger@192.0.2.9>;tag=s1',
    `To: ${parts.to ?? '<sip:100@192.0.2.1>'}`,
    `Call-ID: ${parts.callId ?? 'call-1'}`,
    `CSeq: ${parts.cseq ?? 1} ${method}`,
    'Contact: <sip:stranger@192.0.2.9:5099>',
    ...(parts.more ?? []),
    ...(body === '' ? [] : ['Content-Type: application/sdp']),
    `Content-Length: ${body.length}`,
  ];
  return `${all.join('\r\n')}\r\n\r\n${body}`;
};

const invite = (parts: Parts = {}) => request('INVITE', { body: 'v=0\r\n', ...parts });

describe('a stranger', () => {
  test.each([
    ['OPTIONS', request('OPTIONS'), 200],
    ['a method we do not speak', request('REGISTER'), 405],
    ['BYE of no dialog', request('BYE', { to: '<sip:100@192.0.2.1>;tag=gone' }), 481],
    ['BYE without a tag', request('BYE'), 481],
    ['INVITE in a dialog that is gone', invite({ to: '<sip:100@192.0.2.1>;tag=gone' }), 481],
    ['CANCEL of nothing', request('CANCEL'), 481],
    ['a sips address', request('OPTIONS', { uri: 'sips:100@192.0.2.1' }), 416],
    ['an extension we lack', invite({ more: ['Require: 100rel'] }), 420],
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
    expect(header(sent[0]!.headers, 'allow')).toBe('INVITE, ACK, CANCEL, BYE, OPTIONS');
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

describe('a call a stranger made', () => {
  const answered = () => {
    const stage = bench();
    stage.hear(invite({ more: ['Record-Route: <sip:192.0.2.7;lr>, <sip:192.0.2.8;lr>'] }));
    const [leg] = stage.legs;
    stage.take(stage.agent.incoming(leg!, it => it.answer(here, SDP, instant(0))));
    const ok = stage.sent.at(-1) as SipResponse;
    const to = header(ok.headers, 'to')!;
    stage.hear(request('ACK', { to, branch: 'ack' }));
    return { ...stage, to, leg: leg! };
  };

  test('keeps its routes: our BYE goes through them to his Contact', () => {
    const stage = answered();
    expect(stage.events).toMatchObject([
      { type: 'answered', dialog: { destination: { host: '192.0.2.7', port: 5060 } } },
    ]);
    const actions = stage.agent.hangUp(stage.leg, null, instant(0));
    expect(actions).toMatchObject([
      {
        type: 'send',
        route: { destination: { host: '192.0.2.7' } },
        message: { method: 'BYE', uri: 'sip:stranger@192.0.2.9:5099' },
      },
    ]);
  });

  test('may be re-invited; the new target counts from then on', () => {
    const { hear, to, statuses, agent, leg, take, sent } = answered();
    hear(
      invite({ to, branch: 're', cseq: 2 }).replace(
        'Contact: <sip:stranger@192.0.2.9:5099>',
        'Contact: <sip:moved@192.0.2.9>',
      ),
    );
    expect(statuses().at(-1)).toBe(200);
    hear(request('ACK', { to, branch: 'ack2', cseq: 2 }));
    take(agent.wake(instant(10_000)));
    expect(
      statuses().filter(status => status === 200),
      'its 200 is not repeated after the ACK',
    ).toHaveLength(2);
    take(agent.hangUp(leg, null, instant(10_000)));
    expect(sent.at(-1)).toMatchObject({ method: 'BYE', uri: 'sip:moved@192.0.2.9' });
  });

  test('refuses what is out of order, unknown or too early', () => {
    const { hear, to, statuses } = answered();
    const before = statuses().length;
    hear(invite({ to, branch: 'a', cseq: 5 }));
    hear(invite({ to, branch: 'b', cseq: 6 }));
    hear(request('INFO', { to, branch: 'c', cseq: 7 }));
    hear(request('OPTIONS', { to, branch: 'd', cseq: 8 }));
    hear(request('BYE', { to, branch: 'e', cseq: 3 }));
    expect(statuses().slice(before)).toEqual([200, 500, 405, 200, 500]);
  });

  test('ends by his BYE, which is answered again when repeated', () => {
    const { hear, to, statuses, events, agent } = answered();
    hear(request('BYE', { to, branch: 'bye', cseq: 2 }));
    hear(request('BYE', { to, branch: 'bye', cseq: 2 }));
    expect(statuses().slice(-2)).toEqual([200, 200]);
    expect(events.at(-1)).toMatchObject({ type: 'ended', ending: { how: 'byThem' } });
    expect(agent.legs()).toBe(0);
  });

  test('is given up when the 200 is never acknowledged', () => {
    const stage = bench();
    stage.hear(invite());
    stage.take(stage.agent.incoming(stage.legs[0]!, it => it.answer(here, SDP, instant(0))));
    for (let next = stage.agent.nextWake(); next !== null; next = stage.agent.nextWake()) {
      stage.take(stage.agent.wake(next));
    }
    // At 0, 0.5, 1.5, 3.5, then every 4 s until 32 s.
    expect(stage.statuses().filter(status => status === 200)).toHaveLength(11);
    expect(stage.requests('BYE').length).toBeGreaterThan(0);
    expect(stage.events.at(-1)).toMatchObject({ ending: { how: 'ackMissing' } });
  });
});

describe('a call to a stranger', () => {
  const placed = () => {
    const stage = bench();
    stage.take(
      stage.agent.call(
        {
          leg: 'a',
          to: '100',
          from: '200',
          host: '192.0.2.9:5099',
          domain: 'carrier.test',
          destination: there,
          local: here,
          flow: 'main',
          isLoopback: false,
          credentials: null,
          ringTimeoutMs: 60_000,
          body: SDP,
        },
        instant(0),
      ),
    );
    const sentInvite = stage.sent[0]!;
    const answer = (status: number, tag: string, more: readonly string[] = []) =>
      stage.hear(
        [
          `SIP/2.0 ${status} Whatever`,
          `Via: ${header(sentInvite.headers, 'via')}`,
          `From: ${header(sentInvite.headers, 'from')}`,
          `To: <sip:100@carrier.test>;tag=${tag}`,
          `Call-ID: ${header(sentInvite.headers, 'call-id')}`,
          'CSeq: 1 INVITE',
          `Contact: <sip:${tag}@192.0.2.9:5099>`,
          ...more,
          'Content-Length: 0',
          '\r\n',
        ].join('\r\n'),
      );
    return { ...stage, answer };
  };

  test('that forks: the first answer counts, the second is acknowledged and hung up', () => {
    const { answer, events, requests } = placed();
    answer(180, 'one');
    answer(180, 'two');
    answer(200, 'two');
    answer(200, 'one');
    expect(events.map(event => event.type)).toEqual(['dialled', 'provisional', 'provisional', 'answered']);
    expect(requests('ACK').map(each => each.kind === 'request' && each.uri)).toEqual([
      'sip:two@192.0.2.9:5099',
      'sip:one@192.0.2.9:5099',
    ]);
    expect(requests('BYE')).toMatchObject([{ uri: 'sip:one@192.0.2.9:5099' }]);
  });

  test('acknowledges each repetition of the 200 with the same ACK', () => {
    const { answer, requests } = placed();
    answer(200, 'one');
    answer(200, 'one');
    const acks = requests('ACK');
    expect(acks).toHaveLength(2);
    expect(acks[0]).toEqual(acks[1]);
  });

  test('treats a redirection as a refusal', () => {
    const { answer, events, requests } = placed();
    answer(302, 'one');
    expect(events.at(-1)).toMatchObject({ type: 'ended', ending: { how: 'refused', code: 302 } });
    expect(requests('ACK')).toHaveLength(1);
  });

  test('goes through recorded routes in reverse, and past a strict router as it wants', () => {
    const { answer, requests } = placed();
    answer(200, 'one', ['Record-Route: <sip:192.0.2.21;lr>', 'Record-Route: <sip:192.0.2.20>']);
    const [ack] = requests('ACK');
    expect(ack).toMatchObject({ uri: 'sip:192.0.2.20' });
    expect(ack!.headers.filter(each => each.name === 'route').map(each => each.value)).toEqual([
      '<sip:192.0.2.21;lr>',
      '<sip:one@192.0.2.9:5099>',
    ]);
  });

  test('asks for nothing a simple carrier may lack', () => {
    const { sent } = placed();
    expect(header(sent[0]!.headers, 'require')).toBeNull();
    expect(sent[0]).toMatchObject({ method: 'INVITE', uri: 'sip:100@192.0.2.9:5099' });
    expect(header(sent[0]!.headers, 'to')).toBe('<sip:100@carrier.test>');
    expect(header(sent[0]!.headers, 'from')).toMatch(/^<sip:200@carrier\.test>;tag=[0-9a-f]{16}$/);
    expect(header(sent[0]!.headers, 'contact')).toBe('<sip:192.0.2.1:5060>');
  });
});
