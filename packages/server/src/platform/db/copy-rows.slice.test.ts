import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { copyRows, inTransaction, isTaken } from './index.ts';

/** Rows that are copied in within a transaction. */
let rows: TestDatabase;
beforeAll(async () => {
  rows = await startTestDatabase();
  await rows.database.pool.query('create table copied (n int primary key, text text not null, bytes bytea not null)');
});
afterAll(() => rows.close());

const texts = ['', ' ', '\\', '\\N', '\\.', '\t', '\n', '\r\n', 'a\tb\\tc', '"\'', '李雷😀', '{"a":"\\\\ \\"b\\""}'];
const into = 'copied (n, text, bytes)';

test('every text comes through as it is, whatever COPY means by its signs', async () => {
  const many = Array.from(
    { length: 5_000 },
    (_, n) => [n, texts[n % texts.length]!, Uint8Array.of(0, n % 256)] as const,
  );
  await inTransaction(rows.database.db, tx => copyRows(tx, into, many));
  const found = await rows.database.pool.query('select n, text, bytes from copied order by n');
  expect(found.rows.map(({ n, text, bytes }) => [n, text, [...bytes]])).toEqual(
    many.map(([n, text, bytes]) => [n, text, [...bytes]]),
  );
});

test('a row that is there already fails all of them, and the connection serves on', async () => {
  await rows.database.pool.query("truncate copied; insert into copied values (7, '', '')");
  const both = (first: number) =>
    inTransaction(rows.database.db, async tx => {
      await copyRows(tx, into, [
        [first, 'first', Uint8Array.of()],
        [first + 1, 'second', Uint8Array.of()],
      ]);
    });
  const error = await both(6).catch((refused: unknown) => refused);
  expect(isTaken(error)).toBe(true);
  await copyRows(rows.database.db, into, []);
  await both(8);
  expect((await rows.database.pool.query('select n from copied order by n')).rows).toEqual([
    { n: 7 },
    { n: 8 },
    { n: 9 },
  ]);
});

test('rows that cannot be made fail it as well, and nothing is kept', async () => {
  await rows.database.pool.query('truncate copied');
  const faulty = {
    length: 1,
    *[Symbol.iterator]() {
      yield [1, 'x'.repeat(100_000), Uint8Array.of()] as const;
      throw new Error('no more of them');
    },
  };
  await expect(copyRows(rows.database.db, into, faulty as never)).rejects.toThrow('no more of them');
  expect((await rows.database.pool.query('select from copied')).rowCount).toBe(0);
});
