import { dice, instant } from '@lianxian/core/kit';
import { describe, expect, test } from 'vitest';
import { request } from '../../../test/stranger.ts';
import { hexFrom, SDP } from '../../../test/user-agents.ts';
import { createUserAgent } from '../user-agent/agent.ts';

/**
 * Messages of our own after the sections of RFC 4475 and RFC 5118; each says what it twists, and what a user agent does
 * with it: the status it answers, `call` for a call that arrives, `nothing`.
 */
type Outcome = number | 'call' | 'nothing';

const lines = (...all: readonly string[]) => `${all.join('\r\n')}\r\n\r\n`;
const options = (...more: readonly string[]) =>
  lines(
    'OPTIONS sip:100@192.0.2.1 SIP/2.0',
    'Via: SIP/2.0/UDP 192.0.2.9;branch=z9hG4bKo',
    'From: <sip:a@192.0.2.9>;tag=1',
    'To: <sip:100@192.0.2.1>',
    'Call-ID: own@192.0.2.9',
    'CSeq: 1 OPTIONS',
    ...more,
    'Content-Length: 0',
  );
const replaced = (from: string | RegExp, to: string) => options().replace(from, to);

const MESSAGES: readonly (readonly [section: string, what: string, text: string, outcome: Outcome])[] = [
  [
    '4475 3.1.1.1',
    'folded lines, compact names, odd cases and blanks',
    lines(
      'OPTIONS sip:100@192.0.2.1;unknown=yes SIP/2.0',
      'v:  SIP  / 2.0  / UDP  192.0.2.9 ;branch = z9hG4bKx',
      'f: "A \\\\\\"quoted\\" Name"',
      '  <sip:a@192.0.2.9> ; tag = 7',
      'TO :',
      '\tsip:100@192.0.2.1',
      'i: x@y',
      'cSEQ: 0009',
      '  OPTIONS',
      'NewFangledHeader: with, all; sorts = of "things"',
      'l: 0',
    ),
    200,
  ],
  ['4475 3.1.1.2', 'a method of every allowed character', options().replaceAll('OPTIONS', "!odd-Method0_*+`.%'~"), 501],
  ['4475 3.1.1.3', 'escapes in the user part', replaced('sip:100@', 'sip:sips%3A1%2500%41@'), 200],
  ['4475 3.1.1.5', 'an escape where none counts', options().replaceAll('OPTIONS', 'OPT%49ONS'), 501],
  ['4475 3.1.1.6', 'no blank before the bracket', replaced('From: <', 'From: caller<'), 200],
  ['4475 3.1.1.7', 'a very long header', options(`Subject: ${'long '.repeat(500)}`), 200],
  ['4475 3.1.1.8', 'a second message behind the first', options() + options().replaceAll('OPTIONS', 'INVITE'), 200],
  ['4475 3.1.1.9', 'semicolons in the user part', replaced('sip:100@', 'sip:100;par=u%40h@'), 200],
  ['4475 3.1.1.10', 'a transport nobody knows', replaced('SIP/2.0/UDP', 'SIP/2.0/PIGEON'), 200],
  ['4475 3.1.2.1', 'separators that separate nothing', replaced('From: <', 'From: <sip:x@y>;;;,,'), 400],
  ['4475 3.1.2.2', 'a length beyond the datagram', replaced('Length: 0', 'Length: 9999'), 400],
  ['4475 3.1.2.3', 'a length below nothing', replaced('Length: 0', 'Length: -999'), 400],
  ['4475 3.1.2.4', 'a number too large', replaced('CSeq: 1 ', 'CSeq: 36893488147419103232 '), 400],
  ['4475 3.1.2.6', 'a quote that never ends', replaced('From: <', 'From: "Mr. Watson <'), 400],
  [
    '4475 3.1.2.7',
    'brackets around the request URI',
    replaced('sip:100@192.0.2.1 SIP', '<sip:100@192.0.2.1> SIP'),
    400,
  ],
  [
    '4475 3.1.2.8',
    'a blank inside the request URI',
    replaced('sip:100@192.0.2.1 SIP', 'sip:100@192.0.2.1; lr SIP'),
    400,
  ],
  ['4475 3.1.2.9', 'two blanks in the first line', replaced('OPTIONS sip', 'OPTIONS  sip'), 400],
  ['4475 3.1.2.10', 'a blank behind the first line', replaced('SIP/2.0\r\n', 'SIP/2.0 \r\n'), 400],
  ['4475 3.1.2.16', 'a version of the future', replaced('SIP/2.0\r\n', 'SIP/7.0\r\n'), 505],
  ['4475 3.1.2.17', 'a CSeq of another method', replaced('1 OPTIONS', '1 INVITE'), 400],
  ['4475 3.2.1', 'a branch that is only the cookie', replaced('z9hG4bKo', 'z9hG4bK'), 200],
  [
    '4475 3.3.1',
    'hardly anything at all',
    lines(
      'INVITE sip:100@192.0.2.1 SIP/2.0',
      'CSeq: 1 INVITE',
      'Via: SIP/2.0/UDP h;branch=z9hG4bKq',
      'Content-Length: 0',
    ),
    400,
  ],
  ['4475 3.3.2', 'a scheme that resolves to nothing', replaced('sip:100@192.0.2.1 SIP', 'nobody:100 SIP'), 416],
  ['4475 3.3.5', 'extensions that nobody has', options('Require: nothing, one, two'), 420],
  [
    '4475 3.3.6',
    'a body of no known kind',
    request('INVITE', { body: 'x' }).replace('application/sdp', 'application/unknown'),
    415,
  ],
  ['4475 3.3.8', 'a header twice that may come once', options('Call-ID: another@192.0.2.9'), 400],
  ['4475 3.3.9', 'two lengths', options('Content-Length: 5'), 400],
  ['4475 3.3.10', 'an answer nobody asked for', options().replace(/^.*\r\n/, 'SIP/2.0 200 OK\r\n'), 'nothing'],
  ['4475 3.3.11', 'no hop left', options('Max-Forwards: 0'), 200],
  [
    '4475 3.3.15',
    'an INVITE that takes no SDP',
    request('INVITE', { body: 'v=0\r\n', more: ['Accept: text/plain'] }),
    406,
  ],
  [
    '4475 3.4.1',
    'an INVITE of the old days',
    request('INVITE', { body: 'v=0\r\n' }).replace(/;branch=[^;]*;rport/, ''),
    'call',
  ],
  ['5118 4.1', 'an IPv6 reference', replaced('sip:100@192.0.2.1 SIP', 'sip:[2001:db8::10] SIP'), 200],
  ['5118 4.2', 'an IPv6 address without brackets', replaced('sip:100@192.0.2.1 SIP', 'sip:2001:db8::10 SIP'), 400],
  ['5118 4.5', 'received without brackets', replaced('branch=z9hG4bKo', 'received=2001:db8::9;branch=z9hG4bKo'), 200],
  ['5118 4.8', 'IPv4 inside IPv6', replaced('sip:100@192.0.2.1 SIP', 'sip:[::ffff:192.0.2.10] SIP'), 200],
  ['5118 4.10', 'three colons', replaced('UDP 192.0.2.9', 'UDP [2001:db8:::192.0.2.1]'), 200],
  [
    '3262',
    'a PRACK of no dialog',
    request('PRACK', { to: '<sip:100@192.0.2.1>;tag=x', more: ['RAck: 1 1 INVITE'] }),
    481,
  ],
  ['3311', 'an UPDATE of no dialog', request('UPDATE', { to: '<sip:100@192.0.2.1>;tag=x' }), 481],
  ['3311', 'an UPDATE without a dialog', request('UPDATE'), 481],
  ['6086', 'an INFO without a dialog', request('INFO'), 481],
  ['3261 15', 'a BYE of no dialog', request('BYE', { to: '<sip:100@192.0.2.1>;tag=x' }), 481],
  ['3261 17', 'an ACK of nothing', request('ACK', { to: '<sip:100@192.0.2.1>;tag=x' }), 'nothing'],
];

const outcome = (text: string): Outcome => {
  const agent = createUserAgent({
    random: hexFrom(dice(1)),
    product: 'test',
    maxLegs: 9,
    onOffer: () => ({ body: SDP }),
  });
  const source = { host: '192.0.2.9', port: 5060 };
  const actions = agent.receive(Buffer.from(text), source, 'main', instant(0));
  if (actions.some(({ type }) => type === 'incoming')) return 'call';
  const next = agent.receive(Buffer.from(request('OPTIONS')), source, 'main', instant(0));
  const alive = next.find(({ type }) => type === 'send');
  expect(alive, 'afterwards it is as before').toMatchObject({ type: 'send', message: { status: 200 } });
  for (const action of actions) {
    if (action.type === 'send' && action.message.kind === 'response') return action.message.status;
  }
  return 'nothing';
};

describe('messages that twist the grammar', () => {
  test.each(MESSAGES)('RFC %s: %s', (_section, _what, text, wanted) => {
    expect(outcome(text)).toBe(wanted);
  });
});
