import { doctorWords } from '@lianxian/contract';
import { expect, test } from 'vitest';
import type { DialLine } from '../lines/index.ts';
import type { LadderMessage } from '../live/index.ts';
import {
  aboutAccount,
  aboutAck,
  aboutCodec,
  aboutNumbers,
  aboutSound,
  blockedCalls,
  type SeenCall,
} from './about-calls.ts';
import { aboutCertificate, aboutGateway, aboutPorts, aboutReply, aboutTranslation } from './about-network.ts';
import { isPrivateHost } from './private-host.ts';
import { codecsIn, contactIn } from './seen-sip.ts';

let made = 0;
const call = (over: Partial<SeenCall> = {}): SeenCall => {
  made += 1;
  return {
    id: String(made),
    direction: 'out',
    state: 'answered',
    because: 'calleeHungUp',
    code: null,
    callerNumber: '02088888800',
    answered: true,
    talkMs: 20_000,
    hungUpBy: 'robot',
    media: { codec: 'PCMA', packetsReceived: 900, firstPacketAfterMs: 20 },
    ladder: null,
    ...over,
  };
};
const refused = (code: number, over: Partial<SeenCall> = {}): SeenCall =>
  call({ state: 'lineFault', because: 'refused', code, answered: false, talkMs: 0, media: null, ...over });
const many = (count: number, make: () => SeenCall): SeenCall[] => Array.from({ length: count }, make);
const said = ({ state, says, values }: { state: string; says: string; values: object }) => [state, says, values];

const line: DialLine = {
  merchantId: '1',
  id: '1',
  name: '线路',
  practice: false,
  enabled: true,
  access: 'address',
  address: { host: 'sip.example.com', port: 5_061 },
  transport: 'tls',
  tlsCheck: 'ca',
  srtp: false,
  behindNat: false,
  domain: '',
  credentials: null,
  hadQop: false,
  codecs: ['PCMA', 'PCMU'],
  keysBy: 'auto',
  abroad: 'none',
  rewriting: { strip: '', prefix: '', country: 'none', homeProvince: '' },
  greetingDelayMs: 500,
  callsPerSecond: 5,
};
const ours = { host: '192.168.1.5', port: 5_060, shutBecause: null };
const message = (over: Partial<LadderMessage>): LadderMessage => ({
  atMs: 0,
  way: 'in',
  summary: '200 OK',
  cseq: '1 INVITE',
  peer: '203.0.113.7:5060',
  transport: 'udp',
  text: '',
  ...over,
});

test('two of three long talks that the far end ended at half a minute are the lost ACK; one callee who does so is none', () => {
  const drop = () => call({ hungUpBy: 'callee', talkMs: 32_200 });
  expect(said(aboutAck([drop(), call(), call()], 'x')).slice(0, 2)).toEqual(['ok', 'ackFine']);
  const usual = many(6, () => call({ hungUpBy: 'callee', talkMs: 60_000 }));
  expect(aboutAck([drop(), drop(), ...usual], 'x').says).toBe('ackFine');
  expect(said(aboutAck([drop(), call({ hungUpBy: 'callee', talkMs: 50_000 }), drop()], 'x'))).toEqual([
    'fault',
    'ackLostThere',
    { calls: 2, seconds: 32, contact: '—' },
  ]);
});

test('an answer that was said three times tells it at once, with the address that cannot be reached', () => {
  const text = 'SIP/2.0 200 OK\r\nContact: "gw" <sip:1000@10.1.2.3:5080;transport=udp>\r\n\r\n';
  const ladder = [message({ text }), message({}), message({})];
  const dropped = call({ talkMs: 31_900, hungUpBy: 'callee', ladder });
  expect(aboutAck([dropped, call()], 'x')).toMatchObject({
    values: { calls: 1, seconds: 32, contact: '10.1.2.3:5080' },
    calls: [dropped.id],
  });
});

test('a call to us that was never confirmed is our own address', () => {
  const lost = call({ direction: 'in', because: 'ackMissing', state: 'lineFault' });
  expect(said(aboutAck([lost], '10.0.0.5'))).toEqual(['fault', 'ackLostHere', { calls: 1, written: '10.0.0.5' }]);
});

test.each([
  [[], ['ok', 'noAccount', {}]],
  [
    [refused(407), refused(486)],
    ['fault', 'accountWanted', { calls: 1, code: 407 }],
  ],
  [
    [refused(403), call()],
    ['warning', 'callerRefused', { calls: 1, number: '02088888800' }],
  ],
  [
    [refused(486), call()],
    ['ok', 'accountAccepted', { calls: 2 }],
  ],
])('of the account of a line by address %#', (calls, expected) => {
  expect(said(aboutAccount(line, calls))).toEqual(expected);
});

test('an account that no call has tried is untried', () => {
  const credentials = { username: 'u', password: 'p' };
  expect(aboutAccount({ ...line, credentials }, []).says).toBe('accountUntried');
  expect(aboutAccount({ ...line, credentials }, [refused(401)]).says).toBe('callsRefused');
  expect(aboutAccount({ ...line, credentials }, [refused(401, { because: 'weakChallenge' })]).says).toBe(
    'weakChallenge',
  );
});

test('codecs: what the far end wants where its answer was kept, else its code; SRTP first where the line demands it', () => {
  const g729 = message({
    summary: '488 No',
    text: 'SIP/2.0 488 No\r\n\r\nm=audio 9 RTP/AVP 18 101\r\na=rtpmap:101 telephone-event/8000\r\n',
  });
  expect(said(aboutCodec(line, [refused(488, { ladder: [g729] })]))).toEqual([
    'fault',
    'codecRefused',
    { calls: 1, offered: ['G729'] },
  ]);
  expect(said(aboutCodec(line, [refused(606), call()]))).toEqual([
    'warning',
    'codecRefusedUnsaid',
    { calls: 1, code: 606 },
  ]);
  expect(aboutCodec({ ...line, srtp: true }, [refused(488)]).says).toBe('codecSrtp');
  expect(said(aboutCodec(line, [call(), call()]))).toEqual(['ok', 'codecGood', { calls: 2, codec: ['PCMA'] }]);
});

test('names of codecs are read from maps and from the static table, companions left out', () => {
  const text =
    'SIP/2.0 183 x\r\n\r\nm=audio 9 RTP/SAVP 96 9 0 13 97\r\na=rtpmap:96 opus/48000/2\r\na=rtpmap:97 telephone-event/8000\r\n';
  expect(codecsIn([message({ text }), message({ text, way: 'out' })])).toEqual(['OPUS', 'G722', 'PCMU']);
  expect(contactIn([message({ text: 'SIP/2.0 200 OK\r\nm: <sips:gw.example.com>\r\n\r\n' })])).toBe('gw.example.com');
});

test('sound: nothing came in one of two, in all, in none; a short talk says nothing', () => {
  const range = { from: 20_000, to: 30_000 };
  const unheard = () => call({ media: { codec: 'PCMA', packetsReceived: 0, firstPacketAfterMs: null } });
  expect(said(aboutSound([unheard(), call(), call()], range))).toEqual([
    'warning',
    'oneWay',
    { calls: 1, answered: 3, ...range },
  ]);
  expect(aboutSound([unheard()], range).state).toBe('fault');
  const refused = () =>
    call({ media: { codec: 'PCMA', packetsReceived: 0, packetsRefused: 50, firstPacketAfterMs: null } });
  expect(said(aboutSound([refused(), unheard(), call()], range)), 'behind NAT, and not told so').toEqual([
    'fault',
    'soundElsewhere',
    { calls: 1, answered: 3 },
  ]);
  expect(blockedCalls([refused(), refused()]), 'no firewall is in the way').toEqual([]);
  const stray = { codec: 'PCMA', packetsReceived: 0, packetsRefused: 49, firstPacketAfterMs: null } as const;
  expect(aboutSound([call({ media: stray })], range).says).toBe('oneWay');
  expect(aboutSound([call()], range).says).toBe('bothWays');
  expect(aboutSound([{ ...unheard(), talkMs: 900 }], range).says).toBe('noCalls');
  expect(
    [blockedCalls([unheard(), call()]), blockedCalls([unheard()]), blockedCalls([])].map(({ length }) => length),
  ).toEqual([0, 1, 0]);
});

test('numbers: ten calls at least; a bought list has empty ones, but not six of ten', () => {
  expect(aboutNumbers(many(9, () => refused(404))).says).toBe('numbersUnknown');
  const mixed = (bad: number) => [...many(bad, () => refused(484)), ...many(10 - bad, () => call())];
  expect(said(aboutNumbers(mixed(5)))).toEqual(['ok', 'numbersGood', { calls: 10, share: 50 }]);
  expect(aboutNumbers(mixed(6)).state).toBe('warning');
  expect(aboutNumbers(mixed(10)).state).toBe('fault');
});

test.each([
  ['203.0.113.7', { saidAs: '192.168.1.5', seenAs: '198.51.100.4' }, 'natPrivate'],
  ['203.0.113.7', { saidAs: '198.51.100.9', seenAs: '198.51.100.4' }, 'natDiffers'],
  ['203.0.113.7', { saidAs: '198.51.100.4', seenAs: '198.51.100.4' }, 'natNone'],
  ['203.0.113.7', { saidAs: '192.168.1.5', seenAs: null }, 'natPrivateUnseen'],
  ['192.168.1.1', { saidAs: '192.168.1.5', seenAs: null }, 'natUnknown'],
  ['203.0.113.7', { saidAs: '198.51.100.4', seenAs: null }, 'natUnknown'],
  [null, { saidAs: null, seenAs: null }, 'natUnknown'],
] as const)('towards %s, seen as %o: %s', (target, seen, says) => {
  expect(aboutTranslation(target, seen, ours).says).toBe(says);
});

const now = new Date('2026-11-21T00:00:00Z');
const good = {
  speaksTls: true,
  name: 'sip.example.com',
  validTo: new Date('2027-11-21T00:00:00Z'),
  selfSigned: false,
  untrusted: null,
  wrongName: false,
};
test.each([
  [{}, 'ok', 'certificateGood'],
  [{ validTo: new Date('2026-12-01T00:00:00Z') }, 'warning', 'certificateSoon'],
  [{ validTo: new Date('2026-11-01T00:00:00Z') }, 'fault', 'certificateExpired'],
  [{ selfSigned: true, untrusted: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'fault', 'certificateSelfSigned'],
  [{ untrusted: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, 'fault', 'certificateUntrusted'],
  [{ wrongName: true, name: 'other.example.com' }, 'fault', 'certificateName'],
  [{ speaksTls: false }, 'fault', 'notTls'],
])('a certificate with %o is a %s: %s', (over, state, says) => {
  expect(said(aboutCertificate(line, { ...good, ...over }, now)).slice(0, 2)).toEqual([state, says]);
});

test('a line that takes any certificate is warned of what it takes', () => {
  const any = { ...line, tlsCheck: 'any' } as const;
  expect(aboutCertificate(any, { ...good, untrusted: 'X' }, now)).toMatchObject({
    state: 'warning',
    values: { because: 'X' },
  });
  expect(aboutCertificate(any, good, now).says).toBe('certificateGood');
});

test('a reply of 503 is an overload, any other a reply: somebody lives there', () => {
  const probed = { target: null, code: 403, because: null, roundTripMs: 12.4, saidAs: null, seenAs: null };
  expect(said(aboutReply(line, probed, ours, []))).toEqual(['ok', 'replied', { code: 403, ms: 12 }]);
  expect(aboutReply(line, { ...probed, code: 503 }, ours, []).says).toBe('repliedBusy');
  expect(said(aboutReply(line, { ...probed, code: null, because: 'noReply' }, ours, []))).toEqual([
    'fault',
    'noReply',
    { address: 'sip.example.com:5061', transport: 'TLS', ours: '192.168.1.5:5060' },
  ]);
  // Many a carrier takes calls and answers no OPTIONS.
  expect(aboutReply(line, { ...probed, code: null, because: 'noReply' }, ours, [{ id: '7' }])).toMatchObject({
    state: 'warning',
    says: 'optionsUnanswered',
    calls: ['7'],
  });
});

test.each(['zh-CN', 'zh-TW', 'en'] as const)(
  'a port of ours that did not open, in %s: another program is named where one has it alone',
  language => {
    const probed = {
      target: null,
      code: null,
      because: 'notOpen',
      roundTripMs: null,
      saidAs: null,
      seenAs: null,
    } as const;
    const change = (shutBecause: string) => {
      const { says, values } = aboutReply(line, probed, { ...ours, shutBecause }, []);
      return doctorWords(says, values, language).change;
    };
    expect(change('EADDRINUSE')).toMatch(/停掉|Stop the program/);
    expect(change('EACCES')).toContain('EACCES');
    expect(change('EACCES')).not.toMatch(/停掉|program/);
  },
);

test('a gateway that registers with us is here or is told what to set', () => {
  const binding = { source: '203.0.113.7:1024', expiresAt: new Date('2026-11-21T00:10:00Z') };
  expect(aboutGateway(binding, 'gw1', ours, now).values).toEqual({ address: '203.0.113.7:1024', seconds: 600 });
  expect(aboutGateway(null, 'gw1', ours, now)).toMatchObject({
    state: 'fault',
    values: { ours: '192.168.1.5:5060', account: 'gw1' },
  });
});

test('ports: a few in use by chance are no trouble, many are, and calls without a packet tell of a firewall', () => {
  const range = { from: 20_000, to: 30_000, looked: 40 };
  expect(aboutPorts({ ...range, taken: 4 }, []).says).toBe('portsOpen');
  expect(aboutPorts({ ...range, taken: 5 }, []).says).toBe('portsTaken');
  expect(aboutPorts({ ...range, taken: 40 }, []).state).toBe('fault');
  expect(aboutPorts({ ...range, taken: 0 }, [{ id: '7' }])).toMatchObject({ says: 'portsBlocked', calls: ['7'] });
});

test.each([
  '10.1.2.3',
  '172.31.0.1',
  '192.168.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.1.1',
  'fd00::1',
  'fe80::1',
  '::1',
])('%s cannot be reached from the internet', host => {
  expect(isPrivateHost(host)).toBe(true);
});
test.each(['172.32.0.1', '100.128.0.1', '203.0.113.7', '2001:db8::1', 'sip.example.com'])('%s may be', host => {
  expect(isPrivateHost(host)).toBe(false);
});
