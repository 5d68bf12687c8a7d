import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LocalMedia } from './media.ts';
import { answerOffer, createOffer, readAnswer, type Side, wantsCrypto } from './negotiate.ts';
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

const KEY = 'WVNfX19zZW1jdGwgKCkgewkyMjA7fQp9CnVubGVz';
const OWN = 'MTIzNDU2Nzg5QUJDREUwMTIzNDU2Nzg5QUJjZGVm';
const secret: Side = { ...sound, local: { ...local, crypto: { suite: 'AES_CM_128_HMAC_SHA1_80', inline: OWN } } };
const savp = (...more: readonly string[]) => ['m=audio 5000 RTP/SAVP 8', ...more];
const line = (tag: number, bits: 80 | 32, key = KEY, more = '') =>
  `a=crypto:${tag} AES_CM_128_HMAC_SHA1_${bits} inline:${key}${more}`;

describe('keys in SDP (RFC 4568)', () => {
  test('our offer is encrypted only, with both suites, ours first', () => {
    const lines = Buffer.from(createOffer(origin, secret, null))
      .toString()
      .split('\r\n');
    expect(lines).toContain('m=audio 4000 RTP/SAVP 8 0 13 101');
    expect(lines.filter(each => each.startsWith('a=crypto'))).toEqual([line(1, 80, OWN), line(2, 32, OWN)]);
  });

  test.each([
    ['the first suite', [line(1, 80)], { suite: 'AES_CM_128_HMAC_SHA1_80', inline: KEY }],
    ['the second', [line(2, 32)], { suite: 'AES_CM_128_HMAC_SHA1_32', inline: KEY }],
    ['a life of the key', [line(1, 80, KEY, '|2^20')], { suite: 'AES_CM_128_HMAC_SHA1_80', inline: KEY }],
  ])('an answer with %s is taken', (_what, lines, crypto) => {
    expect(readAnswer(sdp(...savp(...lines)), secret, null)).toMatchObject({
      ok: true,
      agreement: { remote: { audio: { crypto } } },
    });
  });

  test.each([
    ['without a key', savp()],
    ['in the clear', audio('8')],
    ['of a tag we did not offer', savp(line(3, 80))],
    ['of a suite that is not the tag’s', savp(line(1, 32))],
    ['of two keys', savp(line(1, 80), line(2, 32))],
    ['of a key too short', savp(line(1, 80, KEY.slice(1)))],
    ['of a key index', savp(line(1, 80, KEY, '|2^20|1:4'))],
    ['that sends in the clear after all', savp(`${line(1, 80)} UNENCRYPTED_SRTP`)],
  ])('an answer %s is refused', (_what, media) => {
    expect(readAnswer(sdp(...media), secret, null)).toEqual({ ok: false, because: 'no common audio' });
  });

  test('our answer takes the first we know, by its tag and suite, with our key', () => {
    const offer = sdp(...savp('a=crypto:4 AEAD_AES_256_GCM inline:x', line(7, 32), line(8, 80)));
    expect(linesOf(answerOffer(offer, secret)).filter(each => each.startsWith('a=crypto'))).toEqual([line(7, 32, OWN)]);
    expect(linesOf(answerOffer(offer, secret))).toContain('m=audio 4000 RTP/SAVP 8');
    expect(answerOffer(offer, secret)).toMatchObject({
      agreement: { remote: { audio: { crypto: { suite: 'AES_CM_128_HMAC_SHA1_32', inline: KEY } } } },
    });
  });

  test.each([
    ['encrypted without a usable key', savp('a=crypto:1 F8_128_HMAC_SHA1_80 inline:x'), secret],
    ['in the clear to who encrypts', audio('8'), secret],
    ['encrypted to who cannot', savp(line(1, 80)), sound],
  ])('an offer %s is refused', (_what, media, side) => {
    expect(answerOffer(sdp(...media), side)).toEqual({ ok: false, because: 'no common audio' });
  });

  test('of an offer both ways the one that suits us is taken, the other refused', () => {
    const offer = sdp(...savp(line(1, 80)), ...audio('8'));
    const media = (side: Side) => linesOf(answerOffer(offer, side)).filter(each => each.startsWith('m='));
    expect(media(secret)).toEqual(['m=audio 4000 RTP/SAVP 8', 'm=audio 0 RTP/AVP 8']);
    expect(media(sound)).toEqual(['m=audio 0 RTP/SAVP 8', 'm=audio 4000 RTP/AVP 8']);
    expect(wantsCrypto(readSdp(offer) as Extract<ReturnType<typeof readSdp>, { ok: true }>)).toBe(true);
  });
});

describe('hold (RFC 3264 §8.4)', () => {
  const directionOf = (media: readonly string[], side = sound) =>
    linesOf(answerOffer(sdp(...media), side)).find(each => /^a=(send|recv|inactive)/.test(each));
  const holding = { ...sound, isHolding: true };

  test.each([
    ['sendonly', audio('8', 'a=sendonly'), 'a=recvonly', 'a=inactive'],
    ['inactive', audio('8', 'a=inactive'), 'a=inactive', 'a=inactive'],
    ['recvonly', audio('8', 'a=recvonly'), 'a=sendonly', 'a=sendonly'],
    ['sendrecv', audio('8'), 'a=sendrecv', 'a=sendonly'],
    ['0.0.0.0', ['m=audio 5000 RTP/AVP 8', 'c=IN IP4 0.0.0.0'], 'a=recvonly', 'a=inactive'],
    ['0.0.0.0 inactive', ['m=audio 5000 RTP/AVP 8', 'c=IN IP4 0.0.0.0', 'a=inactive'], 'a=inactive', 'a=inactive'],
  ])('by %s is answered; and while we hold ourselves', (_what, media, ours, whileHolding) => {
    expect(directionOf(media)).toBe(ours);
    expect(directionOf(media, holding)).toBe(whileHolding);
  });

  test('of ours is offered as sendonly', () => {
    expect(Buffer.from(createOffer(origin, holding, null)).toString()).toContain('a=sendonly');
  });
});

describe('a later offer of ours', () => {
  test('keeps the lines of theirs in their places and the meaning of their payload types', () => {
    const offer = sdp('m=video 6000 RTP/AVP 31', ...audio('0 97', 'a=rtpmap:97 telephone-event/8000'));
    const answered = answerOffer(offer, sound);
    const lines = answered.ok
      ? Buffer.from(createOffer(origin, sound, answered.agreement))
          .toString()
          .split('\r\n')
      : [];
    expect(lines.filter(each => each.startsWith('m='))).toEqual([
      'm=video 0 RTP/AVP 31',
      'm=audio 4000 RTP/AVP 8 0 13 97',
    ]);
    const answer = sdp('m=video 0 RTP/AVP 31', ...audio('8'));
    expect(readAnswer(answer, sound, answered.ok ? answered.agreement : null)).toMatchObject({
      ok: true,
      agreement: { remote: { audio: { codec: 'PCMA' } } },
    });
  });
});

describe('the line', () => {
  test('decides codecs and their order', () => {
    const ulaw: Side = { ...sound, codecs: ['PCMU'] };
    const swapped: Side = { ...sound, codecs: ['PCMU', 'PCMA'] };
    expect(Buffer.from(createOffer(origin, ulaw, null)).toString()).toContain('RTP/AVP 0 13 101\r\n');
    expect(Buffer.from(createOffer(origin, swapped, null)).toString()).toContain('RTP/AVP 0 8 13 101\r\n');
    expect(readAnswer(sdp(...audio('8')), ulaw, null).ok).toBe(false);
    expect(answerOffer(sdp(...audio('8')), ulaw).ok).toBe(false);
  });
});

describe('what else an SDP tells', () => {
  const remoteOf = (...media: readonly string[]) => {
    const read = readAnswer(sdp(...media), sound, null);
    return read.ok ? read.agreement.remote.audio : null;
  };

  test('comfort noise where it is listed', () => {
    expect(remoteOf(...audio('8 13'))?.comfortNoise).toBe(13);
    expect(remoteOf(...audio('8'))?.comfortNoise).toBeNull();
    expect(linesOf(answerOffer(sdp(...audio('8 13 101', 'a=rtpmap:101 telephone-event/8000')), sound))).toContain(
      'm=audio 4000 RTP/AVP 8 13 101',
    );
  });

  test.each([
    ['a port', 'a=rtcp:5005', { host: '192.0.2.9', port: 5_005 }],
    ['a port and a host', 'a=rtcp:5005 IN IP4 192.0.2.44', { host: '192.0.2.44', port: 5_005 }],
    ['a name for a host', 'a=rtcp:5005 IN IP4 media.example.com', undefined],
    ['no port', 'a=rtcp:0', undefined],
    ['nothing', 'a=x', undefined],
  ])('where RTCP goes: %s', (_what, attribute, rtcp) => {
    expect(remoteOf(...audio('8', attribute))?.rtcp).toEqual(rtcp);
  });

  test('telephone-event of another rate is not ours', () => {
    const keys = (rate: number) => remoteOf(...audio('8 96', `a=rtpmap:96 telephone-event/${rate}`))?.telephoneEvent;
    expect([keys(8_000), keys(16_000)]).toEqual([96, null]);
  });

  test('rtcp-mux is neither offered nor answered', () => {
    expect(Buffer.from(createOffer(origin, sound, null)).toString()).not.toContain('rtcp-mux');
    expect(linesOf(answerOffer(sdp(...audio('8', 'a=rtcp-mux')), sound))).not.toContain('a=rtcp-mux');
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
    const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
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
