import { describe, expect, test } from 'vitest';
import { forLibrary, readBrowserSound, readOwnEnd, revised, writeOwnSdp } from './sdp.ts';

const HASH = Array.from({ length: 32 }, (_, n) => n.toString(16).padStart(2, '0').toUpperCase()).join(':');

/** As Chromium writes one, shortened; with a data channel before the sound. */
const offer = (more: { formats?: string; setup?: string; lines?: readonly string[] } = {}): string =>
  [
    'v=0',
    'o=- 4611731400430051336 2 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0 1',
    'a=extmap-allow-mixed',
    'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
    'c=IN IP4 0.0.0.0',
    'a=mid:0',
    'a=sctp-port:5000',
    `m=audio 47012 UDP/TLS/RTP/SAVPF ${more.formats ?? '111 63 9 0 8 13 110 126'}`,
    'c=IN IP4 192.168.1.7',
    'a=rtcp:9 IN IP4 0.0.0.0',
    'a=candidate:1 1 udp 2113937151 0d1f9f7e-aaaa-bbbb-cccc-000000000000.local 47012 typ host',
    'a=candidate:2 1 udp 1677729535 203.0.113.9 47012 typ srflx raddr 0.0.0.0 rport 0',
    'a=ice-ufrag:abcd',
    'a=ice-pwd:0123456789abcdef01234567',
    'a=ice-options:trickle',
    `a=fingerprint:sha-256 ${HASH}`,
    `a=setup:${more.setup ?? 'actpass'}`,
    'a=mid:1',
    'a=sendonly',
    'a=rtcp-mux',
    'a=rtpmap:111 opus/48000/2',
    'a=rtpmap:8 PCMA/8000',
    'a=rtpmap:110 telephone-event/48000',
    'a=rtpmap:126 telephone-event/8000',
    ...(more.lines ?? []),
    '',
  ].join('\r\n');

describe('a browser’s offer', () => {
  test('is read for its sound: keys at 8 kHz, who it is in ICE and DTLS', () => {
    expect(readBrowserSound(offer())).toEqual({
      mid: '1',
      ufrag: 'abcd',
      pwd: '0123456789abcdef01234567',
      fingerprint: `sha-256 ${HASH}`,
      setup: 'actpass',
      direction: 'sendonly',
      telephoneEvent: 126,
      kinds: ['application', 'audio'],
      index: 1,
    });
  });

  test.each([
    ['without PCMA', offer({ formats: '111 0 126' })],
    ['without a fingerprint', offer().replace(/a=fingerprint.*\r\n/, '')],
    ['without ICE', offer().replace(/a=ice-ufrag.*\r\n/, '')],
    ['with a weak fingerprint', offer().replace('sha-256', 'md5')],
    ['with more lines than kinds', offer() + 'm=video 9 UDP/TLS/RTP/SAVPF 96\r\n'.repeat(7)],
    ['of a telephone', offer().replaceAll('UDP/TLS/RTP/SAVPF', 'RTP/AVP')],
    ['withdrawn', offer().replace('m=audio 47012', 'm=audio 0')],
    ['beyond all size', offer({ lines: [`a=x:${'y'.repeat(20_000)}`] })],
    ['that is none', 'hello'],
  ])('%s cannot be used', (_what, sdp) => {
    expect(readBrowserSound(sdp)).toBeNull();
  });

  test('keys under a number that no packet can have are none (RFC 3551 §3)', () => {
    const odd = offer({ formats: '8 200', lines: ['a=rtpmap:200 telephone-event/8000'] });
    expect(readBrowserSound(odd)).toMatchObject({ telephoneEvent: null });
  });

  test('is passed on without a candidate: nothing is sent where somebody points', () => {
    const told = forLibrary(readBrowserSound(offer())!);
    expect(told).not.toContain('candidate');
    expect(told).not.toContain('203.0.113.9');
    expect(told).toContain('m=audio 9 UDP/TLS/RTP/SAVPF 8 126\r\n');
  });
});

describe('what we say', () => {
  const end = readOwnEnd(
    ['a=ice-ufrag:ours', 'a=ice-pwd:0123456789', `a=fingerprint:sha-256 ${HASH}`, 'a=setup:active'].join('\r\n'),
  )!;
  const at = [{ host: '198.51.100.4', port: 5_443 }];

  test('answers line by line, takes the sound alone, and names one address', () => {
    const said = writeOwnSdp({ end, theirs: readBrowserSound(offer()), at, id: '77' });
    expect(said.split('\r\n').filter(line => /^[vosm]=|candidate|setup|sendrecv|only|BUNDLE/.test(line))).toEqual([
      'v=0',
      'o=- 77 1 IN IP4 127.0.0.1',
      's=-',
      'a=group:BUNDLE 1',
      'm=application 0 UDP/DTLS/SCTP webrtc-datachannel',
      'm=audio 5443 UDP/TLS/RTP/SAVPF 8 126',
      'a=recvonly',
      'a=setup:active',
      'a=candidate:1 1 udp 2130706431 198.51.100.4 5443 typ host',
      'a=end-of-candidates',
    ]);
  });

  test('offers PCMA and keys; said again it changes direction, part and version, and no more', () => {
    const said = writeOwnSdp({ end: { ...end, setup: 'actpass' }, theirs: null, at, id: '77' });
    expect(said).toContain('m=audio 5443 UDP/TLS/RTP/SAVPF 8 101\r\n');
    const again = revised(said, { version: 2, direction: 'sendonly', setup: 'passive' });
    const before = said.split('\r\n');
    expect(again.split('\r\n').filter((line, n) => line !== before[n])).toEqual([
      'o=- 77 2 IN IP4 127.0.0.1',
      'a=sendonly',
      'a=setup:passive',
    ]);
  });
});
