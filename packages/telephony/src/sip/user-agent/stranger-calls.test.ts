import { instant } from '@lianxian/core/kit';
import { describe, expect, test } from 'vitest';
import { bench, here, invite, request, there } from '../../../test/stranger.ts';
import { SDP } from '../../../test/user-agents.ts';
import { header, type SipResponse } from '../grammar/message.ts';

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
    expect(statuses().slice(before)).toEqual([200, 500, 200, 200, 500]);
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
          servers: [{ destination: there, local: here, flow: 'main' }],
          isLoopback: false,
          credentials: null,
          ringTimeoutMs: 60_000,
          body: SDP,
        },
        instant(0),
      ),
    );
    const sentInvite = stage.sent[0]!;
    const answer = (status: number, tag: string, more: readonly string[] = [], contact = `sip:${tag}@192.0.2.9:5099`) =>
      stage.hear(
        [
          `SIP/2.0 ${status} Whatever`,
          `Via: ${header(sentInvite.headers, 'via')}`,
          `From: ${header(sentInvite.headers, 'from')}`,
          `To: <sip:100@carrier.test>;tag=${tag}`,
          `Call-ID: ${header(sentInvite.headers, 'call-id')}`,
          'CSeq: 1 INVITE',
          `Contact: <${contact}>`,
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

  test('treats a redirection to strangers as a refusal', () => {
    const { answer, events, requests } = placed();
    answer(302, 'one', [], 'sip:900@192.0.2.66');
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
