import { expect, test } from 'vitest';
import { openSecrets } from './secrets.ts';
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
  expect(() => secrets.open(sealed.replace('v1', 'v2'), 'line 1 2')).toThrow();
  expect(() => secrets.open('', 'line 1 2')).toThrow();
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
