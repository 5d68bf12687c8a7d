import { expect, test } from 'vitest';
import { OtherKey, openSecrets } from './secrets.ts';
import { openTickets } from './tickets.ts';

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const secrets = openSecrets(keyOf(1));

test('a sealed secret opens with its key and in its own place, and never looks the same twice', () => {
  const sealed = secrets.seal('秘密', 'line 1 2');
  expect(secrets.open(sealed, 'line 1 2')).toBe('秘密');
  expect(secrets.seal('秘密', 'line 1 2')).not.toBe(sealed);
  expect(sealed).not.toContain('秘密');
});

test('another key, another place, a changed letter or another version: it does not open', () => {
  const sealed = secrets.seal('秘密', 'line 1 2');
  const at = sealed.length - 2;
  const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
  expect(() => openSecrets(keyOf(2)).open(sealed, 'line 1 2')).toThrow();
  expect(() => secrets.open(sealed, 'line 1 3')).toThrow();
  expect(() => secrets.open(changed, 'line 1 2')).toThrow();
  expect(() => secrets.open(sealed.replace('v2', 'v3'), 'line 1 2')).toThrow();
  expect(() => secrets.open('', 'line 1 2')).toThrow();
});

test('what an earlier release sealed is still read; what names another key is told from what is damaged', () => {
  // Made by release 0.1 with this key; so was the hash of a code.
  expect(secrets.open('v1.yY-wciKNNTpQSp9Iugq_NFmk4l_zdVHXrRKwo37msd4NkA', 'line 1 2')).toBe('秘密');
  expect(secrets.digest('recovery')).toBe('3M20HHlptafRhMrIcLv8BmdFQsMHq9TKpdWQcefVeFk');
  const sealed = secrets.seal('秘密', 'line 1 2');
  expect(sealed.split('.').slice(0, 2)).toEqual(['v2', secrets.keyId]);
  expect(() => openSecrets(keyOf(2)).open(sealed, 'line 1 2')).toThrow(OtherKey);
});

test('a key has a mark of its own that does not tell it; codes kept as hashes go by the pepper, whatever the key', () => {
  const other = openSecrets(keyOf(2), secrets.pepper);
  expect(secrets.mark).toMatch(/^[0-9a-f]{64}$/);
  expect(openSecrets(keyOf(1)).mark).toBe(secrets.mark);
  expect(other.mark).not.toBe(secrets.mark);
  expect(other.digest('code')).toBe(secrets.digest('code'));
  expect(openSecrets(keyOf(2)).digest('code')).not.toBe(secrets.digest('code'));
  expect(other.sign('ticket')).not.toBe(secrets.sign('ticket'));
});

test('a key of another length is refused', () => {
  expect(() => openSecrets(Buffer.alloc(16).toString('base64'))).toThrow(/32 bytes/);
});

test('a ticket opens one thing of one merchant for a minute', () => {
  const tickets = openTickets(secrets);
  const at = new Date('2026-01-01T00:00:00Z');
  const text = tickets.issue({ kind: 'file', merchantId: '3', subject: '7' }, at);
  const after = (ms: number) => new Date(at.getTime() + ms);
  expect(tickets.redeem('file', text, after(59_999))).toEqual({ kind: 'file', merchantId: '3', subject: '7' });
  expect(tickets.redeem('file', text, after(60_000))).toBeNull();
  expect(tickets.redeem('listen', text, at)).toBeNull();
  expect(openTickets(openSecrets(keyOf(2))).redeem('file', text, at)).toBeNull();
  for (const forged of ['', '.', 'file.3.7.9e15.', text.replace('.7.', '.8.'), text.replace('file.3', 'file.4')]) {
    expect(tickets.redeem('file', forged, at)).toBeNull();
  }
});
