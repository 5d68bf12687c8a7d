import { hearsAnswer, scenario, sound, waits } from './sipp-scenario.ts';

/** What callers and scanners do, as scenarios for sipp; `[service]` is whom they mean. */
const request = (method: string, sequence: number, more: readonly string[], sdp?: readonly string[]): string =>
  [
    `<send${method === 'ACK' ? '' : ' retrans="500"'}><![CDATA[`,
    `${method} sip:[service]@[remote_ip]:[remote_port] SIP/2.0`,
    'Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]',
    'From: <sip:13800001111@[local_ip]:[local_port]>;tag=[pid]sipp[call_number]',
    `To: <sip:[service]@[remote_ip]:[remote_port]>${method === 'INVITE' || method === 'REGISTER' ? '' : '[peer_tag_param]'}`,
    'Call-ID: [call_id]',
    `CSeq: ${sequence} ${method}`,
    'Contact: <sip:13800001111@[local_ip]:[local_port]>',
    'Max-Forwards: 70',
    ...more,
    ...(sdp
      ? [
          'Content-Type: application/sdp',
          'Content-Length: [len]',
          '',
          'v=0',
          'o=sipp 1 1 IN IP4 [local_ip]',
          's=-',
          'c=IN IP4 [local_ip]',
          't=0 0',
          ...sdp,
        ]
      : ['Content-Length: 0', '', '']),
    ']]></send>',
  ].join('\n');

const provisional = ['100', '180', '183'].map(code => `<recv response="${code}" optional="true"/>`);

/** Calls, listens to the first sentences, hangs up. */
export const callsIn = scenario(
  'calls in',
  request('INVITE', 1, [], sound()),
  ...provisional,
  '<recv response="200" rrs="true"/>',
  request('ACK', 1, []),
  waits(5_000),
  request('BYE', 2, []),
  hearsAnswer(200),
);

/** REGISTER without credentials, again without (for sipp knows MD5 alone, and is asked for that the second time), then a guess. */
export const guesses = (username: string): { readonly xml: string } =>
  scenario(
    'guesses',
    request('REGISTER', 1, ['Expires: 60']),
    hearsAnswer(401),
    request('REGISTER', 2, ['Expires: 60']),
    '<recv response="401" auth="true"/>',
    request('REGISTER', 3, ['Expires: 60', `[authentication username=${username} password=123456]`]),
    hearsAnswer(401),
  );
