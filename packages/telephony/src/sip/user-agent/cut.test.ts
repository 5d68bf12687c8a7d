import { instant } from '@lianxian/core/kit';
import { expect, test } from 'vitest';
import { bench, here, there } from '../../../test/stranger.ts';
import { SDP } from '../../../test/user-agents.ts';
import { header } from '../grammar/message.ts';

/** A call over a connection, at the first of two servers; the connection breaks. */
const placed = () => {
  const stage = bench();
  const server = { local: here, flow: 'tcp' };
  const other = { host: '192.0.2.10', port: 5099 };
  const spec = { leg: 'a', to: '100', from: '200', host: 'carrier.test', domain: 'carrier.test', isLoopback: false };
  const servers = [
    { ...server, destination: there },
    { ...server, destination: other },
  ] as const;
  const call = { ...spec, servers, credentials: null, ringTimeoutMs: 60_000, body: SDP };
  stage.take(stage.agent.call(call, instant(0)));
  const say = (status: number) => {
    const { headers } = stage.sent[0]!;
    const same = ['via', 'from', 'to', 'call-id', 'cseq'].map(name => `${name}: ${header(headers, name)}`);
    stage.hear([`SIP/2.0 ${status} Whatever`, ...same, 'Content-Length: 0', '\r\n'].join('\r\n'));
  };
  const cut = () => stage.take(stage.agent.cut(({ destination }) => destination.host === there.host, instant(1_000)));
  return { ...stage, say, cut };
};

test('a connection that breaks after 100 Trying sends no second INVITE: that server may be ringing the callee', () => {
  const { say, cut, requests, events, agent } = placed();
  say(100);
  cut();
  expect(requests('INVITE')).toHaveLength(1);
  expect(events.at(-1)).toMatchObject({ type: 'ended', ending: { how: 'transportError', reason: 'cut' } });
  expect(agent.legs()).toBe(0);
});

test('one that breaks before anything was heard goes on to the next server (RFC 3263 §4.3)', () => {
  const { cut, requests, events } = placed();
  cut();
  expect(requests('INVITE')).toHaveLength(2);
  expect(events.map(event => event.type)).toEqual(['dialled', 'dialled']);
});

test('a full server that says 100 before its 503 has not taken the call: the next one is asked', () => {
  const { say, requests } = placed();
  say(100);
  say(503);
  expect(requests('INVITE')).toHaveLength(2);
});
