import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { carrier } from '../../../test/carrier.ts';
import { there } from '../../../test/stranger.ts';
import { answerOffer, readAnswer } from '../../sdp/negotiate.ts';
import { readSdp } from '../../sdp/read.ts';
import { header } from '../grammar/message.ts';
import { serialise } from '../grammar/serialise.ts';

/**
 * Whatever the network says, a user agent throws nothing, reports no defect of its own, ends a call once and keeps
 * nothing open. What once broke is kept as a file in `test/corpus` and is heard first.
 */
const folder = join(import.meta.dirname, '../../../test/corpus');
const kept = readdirSync(folder).filter(name => name.endsWith('.txt'));
const read = (name: string) => readFileSync(join(folder, name), 'latin1').replaceAll('\n', '\r\n');
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

const sides = [
  undefined,
  { suite: 'AES_CM_128_HMAC_SHA1_80', inline: 'MTIzNDU2Nzg5QUJDREUwMTIzNDU2Nzg5QUJjZGVm' } as const,
].map(crypto => ({
  local: { audio: { host: '192.0.2.1', port: 4_000 }, ...(crypto === undefined ? {} : { crypto }) },
  codecs: ['PCMA', 'PCMU'] as const,
  isHolding: false,
}));
const readAsSdp = (bytes: Uint8Array) => {
  for (const side of sides) {
    readAnswer(bytes, side, null);
    const answer = answerOffer(bytes, side);
    if (answer.ok) expect(readSdp(answer.body({ id: '1', version: 1 })).ok).toBe(true);
  }
};

describe('what once broke', () => {
  test.each(kept)('%s breaks nothing', name => {
    const text = read(name);
    readAsSdp(Buffer.from(text));
    const stage = carrier();
    stage.take(stage.agent.receive(Buffer.from(text, 'latin1'), there, 'main', stage.now()));
    expect(stage.defects).toEqual([]);
    expect(stage.agent.legs(), 'and makes no call').toBe(1);
  });
});

/** One thing a far end may do, in or out of its turn. */
const BODIES = ['', 'v=0', 'v=0\r\no=- 1 1 IN IP4 192.0.2.9\r\nm=audio 5000 RTP/AVP 8', '\0'];
const HEADERS = [
  [],
  ['Require: 100rel', 'RSeq: 1'],
  ['Require: 100rel', 'RSeq: 2'],
  ['Session-Expires: 90;refresher=uac', 'Supported: timer'],
  ['Session-Expires: 600;refresher=uas', 'Supported: timer', 'Allow: UPDATE'],
  ['Min-SE: 3600'],
  ['RAck: 1 1 INVITE'],
  ['WWW-Authenticate: Digest realm="r", nonce="n", qop="auth"'],
  ['Retry-After: 5', 'Reason: Q.850;cause=17'],
];
const action = fc.record({
  what: fc.constantFrom('answer', 'ask', 'reoffer', 'keys', 'hang up', 'wait'),
  which: fc.nat(7),
  status: fc.constantFrom(100, 180, 183, 200, 200, 202, 302, 401, 408, 422, 481, 486, 487, 488, 491, 500, 503, 603),
  method: fc.constantFrom('INVITE', 'ACK', 'BYE', 'UPDATE', 'PRACK', 'INFO', 'OPTIONS', 'REFER', 'CANCEL'),
  tag: fc.constantFrom('one', 'one', 'two', 'three'),
  more: fc.constantFrom(...HEADERS),
  body: fc.constantFrom(...BODIES),
  ms: fc.constantFrom(0, 100, 5_000, 40_000, 400_000),
});

test('any order of answers, requests and time leaves one end and nothing open', () => {
  console.log(`dialog fuzz seed ${seed}`);
  fc.assert(
    fc.property(fc.array(action, { maxLength: 25 }), actions => {
      const stage = carrier({ credentials: { username: 'u', password: 'p' } });
      for (const { what, which, status, method, tag, more, body, ms } of actions) {
        const ours = stage.sent.filter(each => each.kind === 'request' && each.method !== 'ACK');
        const asked = ours[ours.length - 1 - (which % ours.length)]!;
        if (what === 'answer' && asked.kind === 'request') stage.reply(status, { tag, more, body }, asked);
        if (what === 'ask') stage.ask(method, { tag, more, body });
        if (what === 'reoffer') stage.reoffer();
        if (what === 'keys') stage.sendKeys('12', 100);
        if (what === 'hang up') stage.hangUp();
        if (what === 'wait') stage.pass(ms);
      }
      stage.hangUp();
      stage.pass(500_000);
      expect(stage.defects).toEqual([]);
      expect(stage.events.filter(({ type }) => type === 'ended')).toHaveLength(1);
      expect(stage.agent.open()).toEqual({ transactions: 0, dialogs: 0, alarms: 0 });
      for (const message of stage.sent) expect(header(message.headers, 'call-id')).not.toBeNull();
    }),
    { seed, numRuns: 600 },
  );
});

test('any damage to the messages of a call breaks neither it nor the next', () => {
  const damage = fc.array(fc.tuple(fc.nat(2_000), fc.nat(255)), { minLength: 1, maxLength: 6 });
  const script = fc.array(fc.tuple(fc.constantFrom('INVITE', 'UPDATE', 'PRACK', 'INFO', 'BYE', 'ACK'), damage), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(script, asked => {
      const stage = carrier();
      stage.reply(200, { body: 'v=0', more: HEADERS[4]! });
      const local = header(stage.requests('INVITE')[0]!.headers, 'from')!;
      for (const [i, [method, hits]] of asked.entries()) {
        const whole = serialise({
          kind: 'request',
          method,
          uri: 'sip:192.0.2.1:5060',
          headers: [
            { name: 'via', value: `SIP/2.0/UDP 192.0.2.9:5099;branch=z9hG4bK${i}` },
            { name: 'from', value: '<sip:100@carrier.test>;tag=one' },
            { name: 'to', value: local },
            { name: 'call-id', value: header(stage.requests('INVITE')[0]!.headers, 'call-id')! },
            { name: 'cseq', value: `${i + 1} ${method}` },
            { name: 'session-expires', value: '600;refresher=uac' },
            { name: 'rack', value: '1 1 INVITE' },
            { name: 'content-type', value: 'application/sdp' },
          ],
          body: Buffer.from(BODIES[2]!),
        });
        const bytes = Buffer.from(whole);
        for (const [at, value] of hits) bytes[at % bytes.length] = value;
        stage.take(stage.agent.receive(bytes, there, 'main', stage.now()));
        readAsSdp(bytes.subarray(bytes.indexOf('v=0')));
      }
      stage.hangUp();
      stage.pass(500_000);
      expect(stage.defects).toEqual([]);
      expect(stage.events.filter(({ type }) => type === 'ended')).toHaveLength(1);
    }),
    { seed, numRuns: 400 },
  );
});
