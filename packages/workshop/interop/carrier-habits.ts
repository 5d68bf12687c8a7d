import {
  answers,
  answersCall,
  answersWhatWasKept,
  asks,
  hears,
  hearsAndKeeps,
  hearsAnswer,
  hearsCall,
  isHungUp,
  type SippStep,
  scenario,
  sound,
  takesCall,
  waits,
} from './sipp-scenario.ts';

/** What carriers do to a call that a simple telephone does not expect, as scenarios for sipp. */

/** The answer was on its way when we took the call back: it is acknowledged and hung up (RFC 3261 §9.1, §15). */
export const answersAfterCancel = scenario(
  'answers after CANCEL',
  hearsCall(),
  answersCall('180 Ringing'),
  hears('CANCEL'),
  answers('200 OK'),
  answersCall('200 OK', { sdp: sound(), again: true }),
  hears('ACK'),
  ...isHungUp(),
);

/** RFC 3262: 183 is said again until PRACK comes; then the answer. */
export const ringsReliably = scenario(
  'rings reliably',
  hearsCall(),
  answersCall('183 Session Progress', { headers: ['Require: 100rel', 'RSeq: 4711'], sdp: sound(), again: true }),
  hears('PRACK', '[Rr][Aa]ck: *4711 1 INVITE'),
  answers('200 OK'),
  waits(150),
  answersCall('200 OK', { again: true }),
  hears('ACK'),
  ...isHungUp(),
);

/** Two telephones ring with sound of their own; the first of them is picked up. */
export const forks = scenario(
  'forks',
  hearsCall(),
  answersCall('183 Session Progress', { sdp: sound('sendrecv', '[sound_port]'), fork: 'one' }),
  waits(400),
  answersCall('183 Session Progress', { sdp: sound('sendrecv', '[other_port]'), fork: 'two' }),
  waits(800),
  answersCall('200 OK', { sdp: sound('sendrecv', '[sound_port]'), fork: 'one', again: true }),
  hears('ACK'),
  ...isHungUp(),
);

const reoffers = (sequence: number, direction: string): readonly SippStep[] => [
  asks('INVITE', sequence, { sdp: sound(direction) }),
  '<recv response="100" optional="true"/>',
  hearsAnswer(200),
  asks('ACK', sequence),
];

/** RFC 3264 §8.4: the far end holds us and takes us back. */
export const holds = scenario(
  'holds',
  ...takesCall(),
  waits(300),
  ...reoffers(1, 'sendonly'),
  waits(500),
  ...reoffers(2, 'sendrecv'),
  asks('BYE', 3),
  hearsAnswer(200),
);

/** It is held by us and taken back. */
export const isHeld = scenario(
  'is held',
  ...takesCall(),
  hears('INVITE', 'a=sendonly'),
  answers('200 OK', { sdp: sound('recvonly'), again: true }),
  hears('ACK'),
  hears('INVITE', 'a=sendrecv'),
  answers('200 OK', { sdp: sound(), again: true }),
  hears('ACK'),
  ...isHungUp(),
);

/** RFC 4028 and 3311: the carrier keeps the session alive by UPDATE, and moves its sound by another. */
export const refreshes = scenario(
  'refreshes',
  ...takesCall({ headers: ['Require: timer', 'Session-Expires: 90;refresher=uas'] }),
  waits(200),
  asks('UPDATE', 1, { headers: ['Supported: timer', 'Session-Expires: 90;refresher=uac'] }),
  hearsAnswer(200),
  asks('UPDATE', 2, {
    headers: ['Supported: timer', 'Session-Expires: 90;refresher=uac'],
    sdp: sound('sendrecv', '[other_port]'),
  }),
  hearsAnswer(200),
  ...isHungUp(),
);

/** RFC 4028 §10: it leaves the refresh to us and waits for it. */
export const awaitsRefresh = scenario(
  'awaits refresh',
  ...takesCall({ headers: ['Require: timer', 'Session-Expires: 90;refresher=uac', 'Allow: INVITE, ACK, BYE, UPDATE'] }),
  hears('UPDATE', '[Ss]ession-[Ee]xpires: *90;refresher=uac'),
  answers('200 OK', { headers: ['Require: timer', 'Session-Expires: 90;refresher=uac'] }),
  ...isHungUp(),
);

/** RFC 4028 §6: it takes no interval below half an hour, and says so. */
export const wantsLonger = scenario(
  'wants a longer interval',
  hearsCall(),
  answersCall('422 Session Interval Too Small', { headers: ['Min-SE: 3600'], again: true }),
  hears('ACK'),
  '<recv request="INVITE"><action><ereg regexp="[Mm]in-[Ss][Ee]: *3600" search_in="msg" check_it="true" assign_to="longer"/></action></recv>',
  '<Reference variables="longer"/>',
  answers('486 Busy Here', { again: true }),
  hears('ACK'),
);

/** Both hang up in the same moment (RFC 3261 §15.1). */
export const hangsUpToo = scenario(
  'hangs up too',
  ...takesCall(),
  hearsAndKeeps('BYE'),
  asks('BYE', 1),
  hearsAnswer(200),
  answersWhatWasKept('200 OK'),
);

/** Sends us to another number at the same place; or out of the country. */
export const redirects = (to: string): { readonly xml: string } =>
  scenario(
    'redirects',
    hearsCall(),
    answersCall('302 Moved Temporarily', { contact: `<sip:${to}>`, again: true }),
    hears('ACK'),
    ...(to.includes('[local_port]')
      ? [
          '<recv request="INVITE"><action><ereg regexp="INVITE sip:13900009999@" search_in="msg" check_it="true" assign_to="moved"/></action></recv>',
          '<Reference variables="moved"/>',
          answers('486 Busy Here', { again: true }),
          hears('ACK'),
        ]
      : []),
  );

const challenge = (algorithm: string, nonce: string, more = ''): string =>
  `WWW-Authenticate: Digest realm="carrier", nonce="${nonce}", algorithm=${algorithm}, qop="auth"${more}`;

/** RFC 7616 §3.3: the nonce has become old; the password is right all the same. */
export const forgetsNonces = (algorithm: 'MD5' | 'SHA-256'): { readonly xml: string } =>
  scenario(
    'forgets nonces',
    hearsCall(),
    answersCall('401 Unauthorized', { headers: [challenge(algorithm, 'first')], again: true }),
    hears('ACK'),
    hearsCall(),
    answersCall('401 Unauthorized', { headers: [challenge(algorithm, 'second', ', stale=true')], again: true }),
    hears('ACK'),
    ...takesCall(),
    ...isHungUp(),
  );

/** A registrar that wants credentials, and bindings of five minutes at least (RFC 3261 §10.2.8). */
export const registers = scenario(
  'registers',
  '<recv request="REGISTER"/>',
  answers('401 Unauthorized', { headers: [challenge('MD5', 'first')], contact: null }),
  hears('REGISTER'),
  answers('423 Interval Too Brief', { headers: ['Min-Expires: 300'], contact: null }),
  '<recv request="REGISTER"><action><ereg regexp=".*" search_in="hdr" header="Contact:" assign_to="contact"/></action></recv>',
  answers('200 OK', { contact: '[$contact];expires=300' }),
);
