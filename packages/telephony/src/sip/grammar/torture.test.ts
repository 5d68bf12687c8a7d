import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dice, instant } from '@lianxian/core/kit';
import { describe, expect, test } from 'vitest';
import { request } from '../../../test/stranger.ts';
import { hexFrom, SDP } from '../../../test/user-agents.ts';
import { readSdp } from '../../sdp/read.ts';
import { createUserAgent } from '../user-agent/agent.ts';

import { parseMessage } from './parse.ts';

/**
 * RFC 4475 and RFC 5118 against parser and user agent. The messages lie outside the project, in the folder named by
 * SIP_TORTURE_DIR; what we answer to each is written here by hand. Where the RFC leaves a choice, ours is the strict one.
 *
 * A number: the final answer of the user agent. `taken`: parsed, and the user agent needs no objection of its own.
 * `dropped`: no answer at all (broken responses, answers nobody asked for).
 */
const RFC4475: Readonly<Record<string, number | 'taken' | 'dropped'>> = {
  'wsinv.dat': 481,
  'intmeth.dat': 501,
  'esc01.dat': 'taken',
  'escnull.dat': 405,
  'esc02.dat': 501,
  'lwsdisp.dat': 200,
  'longreq.dat': 'taken',
  'dblreq.dat': 405,
  'semiuri.dat': 200,
  'transports.dat': 200,
  'mpart01.dat': 405,
  'unreason.dat': 'dropped',
  'noreason.dat': 'dropped',
  'badinv01.dat': 400,
  'clerr.dat': 400,
  'ncl.dat': 400,
  'scalar02.dat': 400,
  'scalarlg.dat': 'dropped',
  'quotbal.dat': 400,
  'ltgtruri.dat': 400,
  'lwsruri.dat': 400,
  'lwsstart.dat': 400,
  'trws.dat': 400,
  'escruri.dat': 400,
  'baddate.dat': 'taken',
  'regbadct.dat': 400,
  'badaspec.dat': 200,
  'baddn.dat': 400,
  'badvers.dat': 505,
  'mismatch01.dat': 400,
  'mismatch02.dat': 400,
  'bigcode.dat': 'dropped',
  'badbranch.dat': 200,
  'insuf.dat': 400,
  'unkscm.dat': 416,
  'novelsc.dat': 416,
  'unksm2.dat': 405,
  'bext01.dat': 420,
  'invut.dat': 415,
  'regaut01.dat': 405,
  'multi01.dat': 400,
  'mcl01.dat': 400,
  'bcast.dat': 'dropped',
  'zeromf.dat': 200,
  'cparam01.dat': 405,
  'cparam02.dat': 405,
  'regescrt.dat': 405,
  'sdp01.dat': 406,
  'inv2543.dat': 'taken',
};

/** 481: within a dialog we do not have. */
const RFC5118: Readonly<Record<string, number | 'taken' | 'dropped'>> = {
  'ipv6-good': 405,
  'ipv6-bad': 400,
  'port-ambiguous': 405,
  'port-unambiguous': 405,
  'via-received-param-with-delim': 481,
  'via-received-param-no-delim': 200,
  'mult-ip-in-header': 481,
  'mult-ip-in-sdp': 'taken',
  'ipv4-mapped-ipv6': 'taken',
  'ipv6-in-sdp': 'taken',
  'ipv6-bug-abnf-3-colons': 200,
  'ipv6-correct-abnf-2-colons': 200,
};

/** What a fresh user agent does with one datagram; whatever it was, OPTIONS is answered at once after it. */
const outcome = (bytes: Uint8Array): number | 'taken' | 'dropped' => {
  const agent = createUserAgent({
    random: hexFrom(dice(1)),
    product: 'test',
    maxLegs: 9,
    onOffer: () => ({ body: SDP }),
  });
  const source = { host: '192.0.2.99', port: 5060 };
  const actions = agent.receive(bytes, source, 'main', instant(0));
  const before = process.cpuUsage();
  const next = agent.receive(Buffer.from(request('OPTIONS')), source, 'main', instant(0));
  const alive = next.find(({ type }) => type === 'send');
  expect(alive).toMatchObject({ type: 'send', message: { status: 200 } });
  // Of its own work: what else the machine does is not its doing.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(200);
  if (actions.some(action => action.type === 'incoming')) return 'taken';
  const sent = actions.flatMap(action => (action.type === 'send' ? [action] : []));
  expect(sent.length).toBeLessThanOrEqual(1);
  const [answer] = sent;
  if (answer === undefined || answer.message.kind !== 'response') return 'dropped';
  expect(answer.route.destination.host, 'answers go back to their source only').toBe('192.0.2.99');
  return answer.message.status;
};

/** The files of RFC 5118 have bare line feeds and some a length that no longer fits: as its manifest asks. */
const asSent = (bytes: Buffer): Buffer => {
  const text = bytes.toString().replaceAll('\r\n', '\n');
  const [head, ...rest] = text.split('\n\n');
  const body = rest.join('\n\n').replaceAll('\n', '\r\n');
  const lines = head!.split('\n').filter(line => line !== '');
  const sized = lines.map(line =>
    line.startsWith('Content-Length') ? `Content-Length: ${Buffer.byteLength(body)}` : line,
  );
  return Buffer.from(`${sized.join('\r\n')}\r\n\r\n${body}`);
};

const folder = process.env.SIP_TORTURE_DIR ?? '';
const isThere = folder !== '' && existsSync(join(folder, 'rfc4475', 'manifest.json'));
if (!isThere) console.log('SIP torture messages skipped: SIP_TORTURE_DIR names no folder with rfc4475 and rfc5118');

interface Manifest {
  readonly messages: readonly { readonly file: string; readonly section: string }[];
}
const manifestOf = (rfc: string): Manifest =>
  isThere ? JSON.parse(readFileSync(join(folder, rfc, 'manifest.json'), 'utf8')) : { messages: [] };

describe.skipIf(!isThere)('the torture messages', () => {
  test.each(manifestOf('rfc4475').messages)('of RFC 4475: $file ($section)', ({ file }) => {
    expect(outcome(readFileSync(join(folder, 'rfc4475', file)))).toBe(RFC4475[file]);
  });

  test.each(manifestOf('rfc5118').messages)('of RFC 5118: $file ($section)', ({ file }) => {
    expect(outcome(asSent(readFileSync(join(folder, 'rfc5118', file))))).toBe(RFC5118[file]);
  });

  test('every message of the manifests has an expectation', () => {
    expect(
      manifestOf('rfc4475')
        .messages.map(each => each.file)
        .sort(),
    ).toEqual(Object.keys(RFC4475).sort());
    expect(
      manifestOf('rfc5118')
        .messages.map(each => each.file)
        .sort(),
    ).toEqual(Object.keys(RFC5118).sort());
  });

  test('their tortuous details are read right', () => {
    const read = (file: string) => {
      const parsed = parseMessage(readFileSync(join(folder, 'rfc4475', file)));
      return parsed.ok ? parsed.message : null;
    };
    expect(read('wsinv.dat')).toMatchObject({
      cseq: { number: 9, method: 'INVITE' },
      from: { display: 'J Rosenberg \\"', uri: 'sip:jdrosen@example.com' },
      via: { transport: 'UDP', host: '192.0.2.2', branch: '390skdjuw' },
    });
    expect(read('wsinv.dat')?.to.params.get('tag')).toBe('1918181833n');
    expect(read('dblreq.dat')?.body).toHaveLength(0);
    expect(read('mpart01.dat')?.body).toHaveLength(553);
    expect(read('unreason.dat')).toMatchObject({ status: 200, reason: expect.stringContaining('простое') });
    expect(read('noreason.dat')).toMatchObject({ status: 100, reason: '' });
    const invite = read('sdp01.dat');
    expect(readSdp(invite!.body)).toMatchObject({
      ok: true,
      media: [{ kind: 'audio', port: 49_217 }, { kind: 'video' }],
    });
  });
});
