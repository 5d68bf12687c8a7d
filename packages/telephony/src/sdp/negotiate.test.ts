import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LocalMedia } from '../exchange/types.ts';
import { answerOffer, createOffer, readAnswer, type Side } from './negotiate.ts';
import { readSdp } from './read.ts';

const local: LocalMedia = { audio: { host: '192.0.2.1', port: 4000 } };
const sound: Side = { local, codecs: ['PCMA', 'PCMU'], isHolding: false };
const both: Side = { ...sound, local: { ...local, text: { host: '192.0.2.1', port: 4002 } } };
const origin = { id: '77', version: 1 };
const sdp = (...media: readonly string[]) =>
  Buffer.from(['v=0', 'o=- 1 1 IN IP4 192.0.2.9', 's=-', 'c=IN IP4 192.0.2.9', 't=0 0', ...media, ''].join('\r\n'));
const audio = (formats: string, ...more: readonly string[]) => [`m=audio 5000 RTP/AVP ${formats}`, ...more];
const linesOf = (answer: ReturnType<typeof answerOffer>) =>
  answer.ok ? Buffer.from(answer.body(origin)).toString().split('\r\n') : [answer.because];

describe('our offer', () => {
  test('is PCMA, PCMU, comfort noise and keys at 20 ms', () => {
    expect(
      Buffer.from(createOffer(origin, sound, null))
        .toString()
        .split('\r\n'),
    ).toEqual([
      'v=0',
      'o=- 77 1 IN IP4 192.0.2.1',
      's=-',
      'c=IN IP4 192.0.2.1',
      't=0 0',
      'm=audio 4000 RTP/AVP 8 0 13 101',
      'a=rtpmap:8 PCMA/8000',
      'a=rtpmap:0 PCMU/8000',
      'a=rtpmap:13 CN/8000',
      'a=rtpmap:101 telephone-event/8000',
      'a=fmtp:101 0-15',
      'a=ptime:20',
      'a=sendrecv',
      '',
    ]);
  });

  test('with real-time text has a second line with redundancy first (RFC 4103)', () => {
    const text = Buffer.from(createOffer(origin, both, null)).toString();
    expect(text).toContain(
      'm=text 4002 RTP/AVP 99 98\r\na=rtpmap:99 red/1000\r\na=fmtp:99 98/98/98\r\na=rtpmap:98 t140/1000',
    );
  });
});

describe('an answer to our offer', () => {
  test.each([
    ['PCMA without rtpmap', audio('8'), { codec: 'PCMA', payloadType: 8, telephoneEvent: null, direction: 'sendrecv' }],
    ['PCMU with keys', audio('0 96', 'a=rtpmap:96 telephone-event/8000'), { codec: 'PCMU', telephoneEvent: 96 }],
    ['a favourite of two', audio('0 8'), { codec: 'PCMU' }],
    ['hold by direction', audio('8', 'a=sendonly'), { direction: 'sendonly' }],
    ['hold by address', ['m=audio 5000 RTP/AVP 8', 'c=IN IP4 0.0.0.0'], { direction: 'sendonly' }],
    [
      'its own address',
      ['m=audio 5000 RTP/AVP 8', 'c=IN IP4 192.0.2.33'],
      { address: { host: '192.0.2.33', port: 5000 } },
    ],
    ['IPv6', ['m=audio 5000 RTP/AVP 8', 'c=IN IP6 2001:db8::9'], { address: { host: '2001:db8::9', port: 5000 } }],
    ['a session direction', ['a=recvonly', ...audio('8')], { direction: 'recvonly' }],
  ])('with %s is understood', (_what, media, wanted) => {
    expect(readAnswer(sdp(...media), sound, null)).toMatchObject({
      ok: true,
      agreement: { remote: { audio: wanted } },
    });
  });

  test('with text gives its payload types, and null without redundancy', () => {
    const text = (line: string) =>
      readAnswer(sdp(...audio('8'), line, 'a=rtpmap:98 t140/1000', 'a=rtpmap:99 red/1000'), both, null);
    expect(text('m=text 5002 RTP/AVP 99 98')).toMatchObject({ agreement: { remote: { text: { t140: 98, red: 99 } } } });
    expect(text('m=text 5002 RTP/AVP 98')).toMatchObject({ agreement: { remote: { text: { t140: 98, red: null } } } });
    expect(readAnswer(sdp(...audio('8'), 'm=text 0 RTP/AVP 98'), both, null)).not.toHaveProperty(
      'agreement.remote.text',
    );
  });

  test.each([
    ['nothing we speak', audio('18 9')],
    ['a rejected line', ['m=audio 0 RTP/AVP 8']],
    ['encryption', ['m=audio 5000 RTP/SAVP 8']],
    ['a name for an address', ['m=audio 5000 RTP/AVP 8', 'c=IN IP4 media.example.com']],
    ['a multicast address', ['m=audio 5000 RTP/AVP 8', 'c=IN IP4 224.2.1.1/127']],
    ['a broadcast address', ['m=audio 5000 RTP/AVP 8', 'c=IN IP4 255.255.255.255']],
    ['PCMA renamed', audio('8', 'a=rtpmap:8 G729/8000')],
  ])('with %s is no common audio', (_what, media) => {
    expect(readAnswer(sdp(...media), sound, null)).toEqual({ ok: false, because: 'no common audio' });
  });
});

describe('our answer', () => {
  test('keeps the lines and numbers of the offer and rejects what we do not speak with port 0', () => {
    const offer = sdp(
      'm=video 6000 RTP/AVP 31 34',
      ...audio('18 0 8 97', 'a=rtpmap:97 telephone-event/8000'),
      'm=text 5002 RTP/AVP 111 112',
      'a=rtpmap:111 red/1000',
      'a=rtpmap:112 t140/1000',
      'm=image 7000 udptl t38',
    );
    expect(linesOf(answerOffer(offer, both)).slice(5)).toEqual([
      'm=video 0 RTP/AVP 31 34',
      'm=audio 4000 RTP/AVP 0 97',
      'a=rtpmap:0 PCMU/8000',
      'a=rtpmap:97 telephone-event/8000',
      'a=fmtp:97 0-15',
      'a=ptime:20',
      'a=sendrecv',
      'm=text 4002 RTP/AVP 111 112',
      'a=rtpmap:111 red/1000',
      'a=fmtp:111 112/112/112',
      'a=rtpmap:112 t140/1000',
      'a=sendrecv',
      'm=image 0 udptl t38',
      '',
    ]);
  });

  test.each([
    ['sendrecv', 'a=sendrecv'],
    ['sendonly', 'a=recvonly'],
    ['recvonly', 'a=sendonly'],
    ['inactive', 'a=inactive'],
  ])('to %s is %s', (theirs, ours) => {
    expect(linesOf(answerOffer(sdp(...audio('8', `a=${theirs}`)), sound))).toContain(ours);
  });

  test('to a second audio line rejects that one', () => {
    const lines = linesOf(answerOffer(sdp(...audio('8'), ...audio('0')), sound));
    expect(lines.filter(line => line.startsWith('m='))).toEqual(['m=audio 4000 RTP/AVP 8', 'm=audio 0 RTP/AVP 0']);
  });

  test('to text where we have no port for it rejects it', () => {
    const lines = linesOf(answerOffer(sdp(...audio('8'), 'm=text 5002 RTP/AVP 98', 'a=rtpmap:98 t140/1000'), sound));
    expect(lines).toContain('m=text 0 RTP/AVP 98');
  });
});

describe('hostile SDP', () => {
  test.each([
    ['nothing', ''],
    ['no version', 'o=- 1 1 IN IP4 h\r\nm=audio 1 RTP/AVP 8\r\n'],
    ['no media', 'v=0\r\no=- 1 1 IN IP4 192.0.2.9\r\n'],
    ['a shapeless media line', 'v=0\r\no=-\r\nm=\r\n'],
    ['a port beyond 65535', 'v=0\r\no=-\r\nm=audio 99999 RTP/AVP 8\r\n'],
    ['a media line without formats', 'v=0\r\no=-\r\nm=audio 5000 RTP/AVP\r\n'],
    ['no origin', 'v=0\r\nm=audio 5000 RTP/AVP 8\r\n'],
    ['a line without end', `v=0\r\no=-\r\nm=audio 5000 RTP/AVP 8\r\na=${'x'.repeat(2_000)}`],
    ['a hundred media', `v=0\r\no=-\r\n${'m=audio 5000 RTP/AVP 8\r\n'.repeat(100)}`],
    ['too many bytes', `v=0\r\no=-\r\nm=audio 5000 RTP/AVP 8\r\n${'a=b\r\n'.repeat(9_000)}`],
  ])('with %s is refused', (_what, text) => {
    expect(readSdp(Buffer.from(text)).ok).toBe(false);
  });

  test('of damaged bytes is taken or refused, never an exception', () => {
    const seed = Date.now() & 0xffff;
    console.log(`SDP fuzz seed ${seed}`);
    const whole = Buffer.from(createOffer(origin, both, null));
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(damage, hits => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of hits) bytes[at] = value;
        readAnswer(bytes, both, null);
        const answer = answerOffer(bytes, both);
        if (answer.ok) expect(readSdp(answer.body(origin)).ok).toBe(true);
      }),
      { seed, numRuns: 1_000 },
    );
  });
});
