import { expect, test } from 'vitest';
import { onlyPcma } from './pcma.ts';

/** What Chromium 140 offers, shortened. */
const offer = [
  'v=0',
  'm=audio 54400 UDP/TLS/RTP/SAVPF 111 63 9 0 8 13 110 126',
  'a=mid:0',
  'a=rtpmap:111 opus/48000/2',
  'a=rtcp-fb:111 transport-cc',
  'a=fmtp:111 minptime=10;useinbandfec=1',
  'a=rtpmap:0 PCMU/8000',
  'a=rtpmap:8 PCMA/8000',
  'a=rtpmap:110 telephone-event/48000',
  'a=rtpmap:126 telephone-event/8000',
  'a=ssrc:1 cname:x',
  '',
].join('\r\n');

test('an offer keeps A-law and keys at its clock, nothing else', () => {
  expect(onlyPcma(offer).split('\r\n')).toEqual([
    'v=0',
    'm=audio 54400 UDP/TLS/RTP/SAVPF 8 126',
    'a=mid:0',
    'a=rtpmap:8 PCMA/8000',
    'a=rtpmap:126 telephone-event/8000',
    'a=ssrc:1 cname:x',
    '',
  ]);
});
