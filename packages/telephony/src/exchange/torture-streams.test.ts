import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createStage, noteMedia } from '../../test/exchanges.ts';
import { ask, tcpPhone, webPhone } from '../../test/stream-phone.ts';

/**
 * RFC 4475 and RFC 5118 over TCP and WebSocket. What each is worth is said where the parser is tested; here: whatever
 * is thrown at one connection, the others are served, at once. Over a stream a message whose length is wrong or missing
 * is answered 400 and ends it, because nobody knows where the next begins (RFC 3261 §18.3).
 */
const folder = process.env.SIP_TORTURE_DIR ?? '';
const isThere = folder !== '' && existsSync(join(folder, 'rfc4475', 'manifest.json'));
const files = (rfc: string): readonly string[] =>
  isThere
    ? JSON.parse(readFileSync(join(folder, rfc, 'manifest.json'), 'utf8')).messages.map(
        (each: { file: string }) => `${rfc}/${each.file}`,
      )
    : [];
const read = (file: string): Buffer => readFileSync(join(folder, file));

const stage = createStage();
afterEach(stage.clear);

/** How long a phone may wait for OPTIONS after such a message. */
const ANSWERED_WITHIN_MS = 200;
const TURNS = 10;
const anyPort = { host: '127.0.0.1', port: 0 };

describe.skipIf(!isThere)('the torture messages over streams', () => {
  test('leave everybody else served within 200 ms', async () => {
    const exchange = await stage.open({ media: noteMedia().host, listeners: { tcp: anyPort, ws: anyPort } });
    const other = await tcpPhone(exchange.listening('tcp')!);
    const slow: string[] = [];
    let cseq = 0;
    const answersAfter = async (bytes: Buffer): Promise<number> => {
      const torturer = await tcpPhone(exchange.listening('tcp')!);
      const browser = await webPhone(`ws://127.0.0.1:${exchange.listening('ws')?.port}`);
      torturer.say(bytes);
      browser.say(bytes);
      const began = performance.now();
      cseq++;
      other.say(ask('OPTIONS', { transport: 'TCP', host: '127.0.0.1:9', cseq }));
      await other.answerTo(`${cseq} OPTIONS`);
      const ms = performance.now() - began;
      torturer.cut();
      browser.cut();
      return ms;
    };
    for (const file of [...files('rfc4475'), ...files('rfc5118')]) {
      const bytes = read(file);
      // A message that holds up the others does so each time; a busy machine does not.
      let best = Number.POSITIVE_INFINITY;
      for (let turn = 0; turn < TURNS && best > ANSWERED_WITHIN_MS; turn++)
        best = Math.min(best, await answersAfter(bytes));
      if (best > ANSWERED_WITHIN_MS) slow.push(file);
    }
    other.cut();
    expect(cseq).toBeGreaterThan(60);
    expect(slow).toEqual([]);
  });

  test.each([
    ['ncl.dat', 400],
    ['mcl01.dat', 400],
  ])('%s is answered %i and ends its connection', async (file, status) => {
    const exchange = await stage.open({ media: noteMedia().host, listeners: { tcp: anyPort } });
    const phone = await tcpPhone(exchange.listening('tcp')!);
    phone.say(read(`rfc4475/${file}`));
    expect((await phone.status(status)).status).toBe(status);
    await phone.closed;
  });

  test('two messages in one packet are two messages', async () => {
    const exchange = await stage.open({ media: noteMedia().host, listeners: { tcp: anyPort } });
    const phone = await tcpPhone(exchange.listening('tcp')!);
    phone.say(read('rfc4475/dblreq.dat'));
    expect((await phone.status(405)).cseq.method).toBe('REGISTER');
    expect((await phone.status(404)).cseq.method).toBe('INVITE');
    phone.cut();
  });
});
