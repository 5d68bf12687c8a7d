import { createSocket } from 'node:dgram';
import { dice } from '@lianxian/core/kit';

/** Datagrams that no honest telephone sends; for the SIP port and for the ports of sound and text. */

const lines = (...parts: string[]): Buffer => Buffer.from(parts.join('\r\n'));

/** One broken message of every kind a SIP port meets on the open internet. */
export const brokenSip: readonly Buffer[] = [
  Buffer.alloc(0),
  Buffer.from('\r\n\r\n'),
  Buffer.from([0, 0, 0, 0]),
  lines('GET / HTTP/1.1', 'Host: x', '', ''),
  lines('INVITE', '', ''),
  lines('SIP/2.0 200 OK', '', ''),
  lines('SIP/2.0 99999 ?', 'Via: x', '', ''),
  lines('INVITE sip:x SIP/2.0', 'Via: SIP/2.0/UDP 127.0.0.1:9;branch=z9hG4bK1', '', ''),
  lines(
    'INVITE sip:1@127.0.0.1 SIP/2.0',
    'Via: SIP/2.0/UDP 127.0.0.1:9;branch=z9hG4bK2',
    'From: <sip:a@b>;tag=1',
    'To: <sip:c@d>',
    'Call-ID: garbage-1',
    'CSeq: 4294967296 INVITE',
    'Content-Length: 999999',
    '',
    'v=0',
  ),
  lines(
    'INVITE sip:1@127.0.0.1 SIP/2.0',
    'Via: SIP/2.0/UDP 127.0.0.1:9;branch=z9hG4bK3',
    'Max-Forwards: 70',
    'From: <sip:a@b>;tag=1',
    'To: <sip:c@d>',
    'Call-ID: garbage-2',
    'CSeq: 1 INVITE',
    'Contact: <sip:a@127.0.0.1:9>',
    'Content-Type: application/sdp',
    'Content-Length: 61',
    '',
    'v=0\r\no=- 1 1 IN IP4 x\r\nm=audio 99999999 RTP/AVP banana\r\na=rtp',
  ),
  lines(
    'BYE sip:1@127.0.0.1 SIP/2.0',
    'Via: SIP/2.0/UDP 127.0.0.1:9;branch=z9hG4bK4',
    'Max-Forwards: 70',
    'From: <sip:a@b>;tag=1',
    'To: <sip:c@d>;tag=2',
    'Call-ID: nobody-knows-this-one',
    'CSeq: 2 BYE',
    'Content-Length: 0',
    '',
    '',
  ),
  lines('ACK sip:1@127.0.0.1 SIP/2.0', 'Via:', 'From:', 'To:', 'Call-ID:', 'CSeq:', '', ''),
  lines('OPTIONS sip:1 SIP/2.0', `Via: ${'SIP/2.0/UDP 1.1.1.1,'.repeat(2000)}`, '', ''),
  lines('INVITE sip:1 SIP/2.0', `From: ${'<'.repeat(30_000)}`, '', ''),
  lines('INVITE sip:1 SIP/2.0', `X: ${'"'.repeat(30_001)}`, '', ''),
  lines('REGISTER sip:1 SIP/7.0', 'CSeq: 1 INVITE', '', ''),
];

/** Broken RTP, RFC 4733 and RFC 4103 packets, with the payload types this house agrees on. */
export const brokenRtp: readonly Buffer[] = [
  Buffer.alloc(0),
  Buffer.from([0x80]),
  Buffer.from([0x80, 8, 0, 1]),
  // Version 0, version 3, more CSRCs than bytes, an extension that runs past the end, padding longer than the packet.
  Buffer.from([0x00, 8, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0xd5]),
  Buffer.from([0xc0, 8, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0xd5]),
  Buffer.from([0x8f, 8, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0xd5]),
  Buffer.from([0x90, 8, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0xbe, 0xde, 0xff, 0xff]),
  Buffer.from([0xa0, 8, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0xd5, 0xff]),
  // Keys: no payload, an unknown event, a duration of nothing.
  Buffer.from([0x80, 101, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1]),
  Buffer.from([0x80, 101, 0, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0xff, 0xff, 0, 0]),
  // Redundancy whose blocks promise more than there is.
  Buffer.from([0x80, 98, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0xe2, 0xff, 0xff, 0xff]),
  Buffer.from([0x80, 99, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0xe2, 0xff, 0xff, 0xff]),
  Buffer.from([0x80, 98, 0, 9, 0, 0, 0, 0, 0, 0, 0, 1, 0xff, 0xfe, 0xc0, 0x80]),
  Buffer.alloc(1500, 0xff),
];

/** Random bytes of random length; the seed is the caller's to print. */
export const noise = (seed: number, count: number): readonly Buffer[] => {
  const chance = dice(seed);
  return Array.from({ length: count }, () =>
    Buffer.from(Array.from({ length: chance.between(1, 200) }, () => chance.between(0, 255))),
  );
};

/** Throws each datagram at each port of 127.0.0.1, from a socket of its own. */
export const throwAt = async (ports: readonly number[], datagrams: readonly Buffer[]): Promise<void> => {
  const socket = createSocket('udp4');
  socket.on('error', () => {});
  await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve));
  for (const port of ports) {
    for (const datagram of datagrams) await new Promise(resolve => socket.send(datagram, port, '127.0.0.1', resolve));
  }
  await new Promise<void>(resolve => socket.close(() => resolve()));
};
