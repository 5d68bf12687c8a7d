import { dice, instant } from '@lianxian/core/kit';
import type { SipMessage } from '../src/sip/grammar/message.ts';
import { createUserAgent, type UserAgentOptions } from '../src/sip/user-agent/agent.ts';
import type { AgentAction, LegEvent } from '../src/sip/user-agent/context.ts';
import { hexFrom, SDP } from './user-agents.ts';

/** A user agent and somebody who writes his messages by hand. */
export const there = { host: '192.0.2.9', port: 5099 };
export const here = { host: '192.0.2.1', port: 5060 };

export const bench = (maxLegs = 10, more: Partial<UserAgentOptions> = {}) => {
  const onOffer = () => ({ body: SDP });
  const agent = createUserAgent({ random: hexFrom(dice(5)), product: 'test', maxLegs, onOffer, ...more });
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

export const request = (method: string, parts: Parts = {}): string => {
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

export const invite = (parts: Parts = {}) => request('INVITE', { body: 'v=0\r\n', ...parts });
