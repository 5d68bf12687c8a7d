import { after, dice, type Instant, instant } from '@lianxian/core/kit';
import type { Address } from '../src/net/address.ts';
import { header, type SipMessage, type SipRequest } from '../src/sip/grammar/message.ts';
import { createUserAgent } from '../src/sip/user-agent/agent.ts';
import type { CallSpec } from '../src/sip/user-agent/caller.ts';
import type { AgentAction, LegEvent, OfferReply } from '../src/sip/user-agent/context.ts';
import { here, there } from './stranger.ts';
import { hexFrom, SDP } from './user-agents.ts';

/** A call of ours to a carrier that says only what it is told to, in virtual time. */
interface Said {
  readonly tag?: string;
  readonly more?: readonly string[];
  readonly body?: string;
  readonly contact?: string;
}

export const carrier = (spec: Partial<CallSpec> = {}) => {
  const leg = 'a';
  let now: Instant = instant(0);
  const offers: { offer: string | null; fork: string }[] = [];
  const stage = { onOffer: (): OfferReply => ({ body: SDP }) };
  const agent = createUserAgent({
    random: hexFrom(dice(5)),
    product: 'test',
    maxLegs: 10,
    onOffer: (_leg, offer, fork) => {
      offers.push({ offer: offer === null ? null : Buffer.from(offer).toString(), fork });
      return stage.onOffer();
    },
  });
  const sent: SipMessage[] = [];
  const destinations: Address[] = [];
  const events: LegEvent[] = [];
  const defects: string[] = [];
  const take = (actions: readonly AgentAction[]) => {
    for (const action of actions) {
      if (action.type === 'send') {
        sent.push(action.message);
        destinations.push(action.route.destination);
      }
      if (action.type === 'leg' && action.leg === leg) events.push(action.event);
      if (action.type === 'defect') defects.push(action.because);
    }
  };
  const requests = (method: string) =>
    sent.filter((each): each is SipRequest => each.kind === 'request' && each.method === method);
  const hear = (lines: readonly string[], body = '') => {
    const type =
      body === '' || lines.some(line => line.startsWith('Content-Type')) ? [] : ['Content-Type: application/sdp'];
    const text = [...lines, ...type, `Content-Length: ${body.length}`, '', body].join('\r\n');
    take(agent.receive(Buffer.from(text), there, 'main', now));
  };
  /** Answers a request of ours; the last INVITE unless another is named. */
  const reply = (status: number, said: Said = {}, request: SipRequest = requests('INVITE').at(-1)!) => {
    const tag = said.tag ?? 'one';
    const to = header(request.headers, 'to')!;
    hear(
      [
        `SIP/2.0 ${status} Whatever`,
        `Via: ${header(request.headers, 'via')}`,
        `From: ${header(request.headers, 'from')}`,
        `To: ${to}${to.includes('tag=') ? '' : `;tag=${tag}`}`,
        `Call-ID: ${header(request.headers, 'call-id')}`,
        `CSeq: ${header(request.headers, 'cseq')}`,
        `Contact: <${said.contact ?? `sip:${tag}@192.0.2.9:5099`}>`,
        ...(said.more ?? []),
      ],
      said.body,
    );
  };
  let sequence = 0;
  /** A request within the dialog of a tag. */
  const ask = (method: string, said: Said & { readonly cseq?: number } = {}) => {
    const invite = requests('INVITE')[0]!;
    const tag = said.tag ?? 'one';
    sequence = said.cseq ?? sequence + 1;
    hear(
      [
        `${method} sip:192.0.2.1:5060 SIP/2.0`,
        `Via: SIP/2.0/UDP 192.0.2.9:5099;branch=z9hG4bK${method}${tag}${sequence};rport`,
        `From: <sip:100@carrier.test>;tag=${tag}`,
        `To: ${header(invite.headers, 'from')}`,
        `Call-ID: ${header(invite.headers, 'call-id')}`,
        `CSeq: ${sequence} ${method}`,
        `Contact: <${said.contact ?? `sip:${tag}@192.0.2.9:5099`}>`,
        ...(said.more ?? []),
      ],
      said.body,
    );
    return sent.at(-1);
  };
  take(
    agent.call(
      {
        leg,
        to: '100',
        from: '200',
        host: '192.0.2.9:5099',
        domain: 'carrier.test',
        servers: [{ destination: there, local: here, flow: 'main' }],
        isLoopback: false,
        credentials: null,
        ringTimeoutMs: 60_000,
        body: SDP,
        ...spec,
      },
      now,
    ),
  );
  return {
    stage,
    agent,
    sent,
    /** Where each of them went. */
    destinations,
    events,
    offers,
    defects,
    requests,
    reply,
    ask,
    take,
    now: () => now,
    last: () => sent.at(-1)!,
    statuses: () => sent.flatMap(message => (message.kind === 'response' ? [message.status] : [])),
    reoffer: () => take(agent.reoffer(leg, now)),
    sendKeys: (keys: string, ms: number) => take(agent.sendKeys(leg, keys, ms, now)),
    hangUp: () => take(agent.hangUp(leg, null, now)),
    /** Lets time pass, alarm by alarm. */
    pass: (ms: number) => {
      const until = after(now, ms);
      for (let next = agent.nextWake(); next !== null && next <= until; next = agent.nextWake()) {
        if (next > now) now = next;
        take(agent.wake(now));
      }
      now = until;
    },
  };
};

export type Carrier = ReturnType<typeof carrier>;
