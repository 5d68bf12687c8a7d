import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSecurityLog, type SecurityKind } from './security-log.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lianxian-security-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const linesOf = (events: readonly (readonly [SecurityKind, string | null])[]): readonly string[] => {
  const log = openSecurityLog(folder, { now: () => new Date('2026-11-22T07:20:11.123Z') });
  for (const [kind, address] of events) log.note(kind, address, 2);
  log.close();
  return readFileSync(join(folder, 'security/security.log'), 'utf8').trim().split('\n');
};

/** As fail2ban reads it: the date is taken off before, `<HOST>` is an address. */
const page = readFileSync(join(import.meta.dirname, '../../../../docs/fail2ban.md'), 'utf8');
const failregex = [.../failregex =([\s\S]*?)ignoreregex/.exec(page)![1]!.matchAll(/\^.*\$/g)].map(
  ([text]) => new RegExp(text.replace('<HOST>', String.raw`(?<host>\d+\.\d+\.\d+\.\d+|[\da-fA-F:]*:[\da-fA-F:.]*)`)),
);
const hostOf = (line: string): string | undefined =>
  failregex.map(each => each.exec(line.replace(/^\S+Z/, ''))?.groups?.host).find(host => host !== undefined);

test('the filter of the docs finds the address in each line of somebody who guesses, and in no other', () => {
  expect(failregex).toHaveLength(2);
  const guesses = ['signInFailed', 'signInLocked', 'addressLocked', 'resetFailed', 'sip.wrongPassword'] as const;
  const others = ['sip.lockedOut', 'sip.strangerCall', 'sip.refusedConnection'] as const;
  for (const address of ['192.0.2.9', '2001:db8::7', '::ffff:192.0.2.9'])
    for (const line of linesOf([...guesses, ...others].map(kind => [kind, address] as const)).slice(-8))
      expect(hostOf(line), line).toBe(address);
  expect(
    linesOf([['sip.strangerRegister', '192.0.2.9']])
      .map(hostOf)
      .at(-1),
  ).toBeUndefined();
});

test('what is no address is written as none: neither many at once nor the header of a client shuts somebody out', () => {
  const [many, forged] = linesOf([
    ['sip.strangerCall', null],
    ['signInFailed', '192.0.2.1 count=1\n2026-11-22T07:20:11.123Z lianxian signInFailed ip=192.0.2.7'],
  ]);
  expect(many).toBe('2026-11-22T07:20:11.123Z lianxian sip.strangerCall ip=- count=2');
  expect(forged).toBe('2026-11-22T07:20:11.123Z lianxian signInFailed ip=- count=2');
  expect([many, forged].map(line => hostOf(line ?? ''))).toEqual([undefined, undefined]);
});
