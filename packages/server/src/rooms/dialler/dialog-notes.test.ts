import { appendFileSync, closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDialogNotes } from './dialog-notes.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dialogs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const open = () =>
  openDialogNotes(folder, error => {
    throw error;
  });

test('the next life reads the last note of each call, and so does the one after it', () => {
  const killed = open();
  killed.keep('1', { invite: 1 });
  killed.keep('2', { invite: 2 });
  killed.keep('1', { answered: 1 });
  const next = open();
  next.keep('3', { invite: 3 });
  const last = open();
  for (const notes of [next, last]) expect([notes.of('1'), notes.of('2')]).toEqual([{ answered: 1 }, { invite: 2 }]);
  expect([next.of('3'), last.of('3'), last.of('4')]).toEqual([undefined, { invite: 3 }, undefined]);
});

test('a line that the kill cut in half is none, and the others are read', () => {
  open().keep('1', { invite: 1 });
  appendFileSync(join(folder, 'now.jsonl'), '{"call":"2","dia');
  const next = open();
  expect([next.of('1'), next.of('2')]).toEqual([{ invite: 1 }, undefined]);
});

test('it does not grow: the newest five thousand at least are there, of twice as many at most', () => {
  const killed = open();
  for (let call = 1; call <= 23_000; call += 1) killed.keep(String(call), { call });
  const kept = readdirSync(folder).flatMap(name =>
    readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean),
  );
  expect(kept.length).toBeLessThanOrEqual(10_000);
  const next = open();
  expect([next.of('23000'), next.of('18001')]).toEqual([{ call: 23_000 }, { call: 18_001 }]);
});

test('where it can make no new file it goes on in the old one, and writes into nobody else’s', () => {
  const failed: unknown[] = [];
  const notes = openDialogNotes(folder, error => failed.push(error));
  rmSync(join(folder, 'now.jsonl'));
  for (let call = 1; call <= 5_000; call += 1) notes.keep(String(call), {});
  expect(failed).toHaveLength(1);
  notes.keep('5001', {});
  notes.close();
  // It has the number that was closed.
  const other = openSync(join(folder, 'other'), 'w');
  notes.keep('5002', {});
  expect(failed).toHaveLength(2);
  expect(readFileSync(join(folder, 'other'), 'utf8')).toBe('');
  closeSync(other);
});

test('what cannot be written is told, and throws at nobody', () => {
  const failed: unknown[] = [];
  const notes = openDialogNotes(folder, error => failed.push(error));
  notes.close();
  notes.keep('1', {});
  expect(failed).toHaveLength(1);
});
