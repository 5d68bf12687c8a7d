import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as bodyOf } from 'node:stream/consumers';
import { type HttpProvider, providerSettings } from '@lianxian/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { openEgressGuard } from '../platform/egress-guard.ts';
import { openLog } from '../platform/log.ts';
import type { Reply, Report } from '../rooms/sms-sending/index.ts';
import { openHttp } from './http.ts';

/** Providers that do not call us, but are asked. */
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Tells each answer once, then nothing; what it was asked. */
const teller = async (answers: readonly string[]) => {
  const seen: string[] = [];
  const left = [...answers];
  const server = createServer((request, response) => {
    void bodyOf(request).then(body => {
      seen.push(`${request.url} ${body}`);
      response.end(request.url === '/reports' ? (left.shift() ?? '{"items":[]}') : '{"items":[]}');
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => new Promise(resolve => server.close(resolve)));
  return { seen, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};
const settingsOf = (origin: string): HttpProvider => {
  const reports = { list: 'items', ref: 'id', state: 'status', delivered: ['DELIVRD'] };
  const replies = { list: 'items', ref: 'id', phone: 'from', text: 'text' };
  const poll = {
    ...{ everySeconds: 10, reports: { url: `${origin}/reports`, body: `{"key":"\${secret}","at":"\${seconds}"}` } },
    replies: { url: `${origin}/replies`, method: 'GET' },
  };
  const settings = { kind: 'http', url: `${origin}/send`, reports, replies, poll };
  const read = providerSettings.parse(settings) as HttpProvider;
  return { ...read, poll: { ...read.poll!, everySeconds: 0.02 } };
};
const open = (settings: HttpProvider, hosts: readonly string[], keep: (reports: readonly Report[]) => void) => {
  const replies: Reply[] = [];
  const carrier = openHttp(settings, 's3cret', {
    ...{
      egress: openEgressGuard([...hosts]),
      log: openLog('silent', 'test'),
      provider: '1',
      now: () => new Date(5_000),
    },
    news: {
      reports: async told => keep(told),
      replies: async told => void replies.push(...told),
    },
  });
  closers.push(carrier.close);
};

test('what a provider has is asked for until there is no more; what was not kept is kept before it is asked anew', async () => {
  const { seen, origin } = await teller([
    '{"items":[{"id":"a","status":"DELIVRD"}]}',
    '{"items":[{"id":"b","status":"UNDELIV"}]}',
  ]);
  const kept: Report[] = [];
  let isAway = true;
  let askedMeanwhile = 0;
  open(settingsOf(origin), ['127.0.0.1'], told => {
    if (isAway) {
      isAway = false;
      askedMeanwhile = seen.length;
      throw new Error('the database is away');
    }
    if (kept.length === 0) askedMeanwhile = seen.length - askedMeanwhile;
    kept.push(...told);
  });
  await vi.waitFor(() => expect(kept).toHaveLength(2), 10_000);
  expect(kept).toEqual([
    { ref: 'a', delivered: true, code: '' },
    { ref: 'b', delivered: false, code: 'UNDELIV' },
  ]);
  expect(askedMeanwhile).toBe(0);
  expect(seen[0]).toBe('/reports {"key":"s3cret","at":"5"}');
  await vi.waitFor(() => expect(seen).toContain('/replies '), 10_000);
});

test('an address within is not asked', async () => {
  const { seen, origin } = await teller([]);
  const settings = settingsOf(origin);
  open(settings, [], () => undefined);
  const other = await teller([]);
  open(settingsOf(other.origin), ['127.0.0.1'], () => undefined);
  // The other, opened later, has been asked several times by now.
  await vi.waitFor(() => expect(other.seen.length).toBeGreaterThan(4), 10_000);
  expect(seen).toEqual([]);
});
