import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { compileOnly } from './dialect.ts';
import { codeName, sqlName } from './names.ts';

const db = compileOnly();

test('a name is turned and turned back, and what is turned already stays', () => {
  const names = [
    ['placedAt', 'placed_at'],
    ['ringTimeoutS', 'ring_timeout_s'],
    ['levelA', 'level_a'],
    ['id', 'id'],
  ] as const;
  for (const [code, ofSql] of names) {
    expect([sqlName(code), sqlName(ofSql)]).toEqual([ofSql, ofSql]);
    expect([codeName(ofSql), codeName(code)]).toEqual([code, code]);
  }
});

test('tables, columns, aliases, references and conflicts are written as SQL names them', () => {
  const read = db
    .with('newestCall', made => made.selectFrom('call').select('call.placedAt').where('call.taskId', '=', '7'))
    .selectFrom('callTranscript as lastWords')
    .innerJoin('newestCall', join => join.onTrue())
    .select([
      'lastWords.callId',
      'newestCall.placedAt as beganAt',
      sql<number>`now() - ${sql.ref('newestCall.placedAt')}`.as('ageMs'),
    ])
    .orderBy('beganAt');
  expect(read.compile().sql).toBe(
    'with "newest_call" as (select "call"."placed_at" from "call" where "call"."task_id" = $1)' +
      ' select "last_words"."call_id", "newest_call"."placed_at" as "began_at",' +
      ' now() - "newest_call"."placed_at" as "age_ms"' +
      ' from "call_transcript" as "last_words" inner join "newest_call" on true order by "began_at"',
  );
  const written = db
    .insertInto('tableLook')
    .values({ merchantId: '1', employeeId: '2', name: 'callLog', look: '{"pageSize":20}' })
    .onConflict(conflict =>
      conflict.columns(['merchantId', 'employeeId', 'name']).doUpdateSet(eb => ({ look: eb.ref('excluded.look') })),
    )
    .returning('employeeId');
  expect(written.compile()).toMatchObject({
    sql:
      'insert into "table_look" ("merchant_id", "employee_id", "name", "look") values ($1, $2, $3, $4)' +
      ' on conflict ("merchant_id", "employee_id", "name") do update set "look" = "excluded"."look" returning "employee_id"',
    parameters: ['1', '2', 'callLog', '{"pageSize":20}'],
  });
});
