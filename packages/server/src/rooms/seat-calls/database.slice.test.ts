import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallHouse } from '../../../test/calls.ts';
import { FAR_TONE_HZ } from '../../../test/far-phone.ts';
import type { TestPerson } from '../../../test/people.ts';
import { seatGround, startSeatHouse } from '../../../test/seat-ground.ts';
import { cloneTemplate, startTemplate } from '../../../test/template.ts';

/** Seats in calls of a house whose database is killed: a server of its own, which is started again. */
let server: Awaited<ReturnType<typeof startTemplate>>;
let house: CallHouse;
let port: number;
let anna: TestPerson;
const HZ = 500;
const { sql, is, callOf, callsOf, ended, onDuty, isUp, comesToHear, seat, prepare, quiet } = seatGround(() => ({
  house,
  port,
}));

beforeAll(async () => {
  server = await startTemplate();
  const own = await cloneTemplate(server);
  // A server of the tests forgets what it was told last when it is killed; one that is at work does not.
  await own.database.pool.query(
    `do $$ begin execute format('alter database %I set synchronous_commit = on', current_database()); end $$`,
  );
  ({ house, port } = await startSeatHouse(own));
  await prepare();
  anna = await seat('anna');
});
afterAll(async () => {
  await quiet();
  await house.close();
  await server.stop();
});

const startedAt = async (): Promise<string> =>
  (await sql<{ at: string }>('select pg_postmaster_start_time()::text as at'))[0]!.at;
/** Kills it, and waits for another one: a session of the dead one may answer for a moment. */
const kill = async (): Promise<{ readonly isBack: () => Promise<unknown> }> => {
  const before = await startedAt();
  process.kill(server.pid() ?? 0, 'SIGKILL');
  const isAnother = () =>
    startedAt().then(
      at => at !== before,
      () => false,
    );
  return { isBack: () => house.until(isAnother) };
};

test('kill -9 of the database: who talks talks on, what ended meanwhile is kept when it is back, once, and the seat is free', async () => {
  house.far.willSay([]);
  const phone = await onDuty(anna, HZ);
  await isUp(phone.dial('15400000001'));
  await is(anna, 'inCall');
  const { id } = (await callOf(anna))!;
  const first = await kill();
  await comesToHear(phone, FAR_TONE_HZ);
  expect(house.far.talks()).toBe(true);
  await first.isBack();

  const second = await kill();
  phone.hangUp();
  await house.until(async () => !house.far.talks());
  await second.isBack();
  expect(await ended(id)).toMatchObject({ state: 'answered', hung_up_by: 'seat', seat_id: anna.id });
  await is(anna, 'idle');
  await house.until(async () => (await sql('select 1 from seat_call where call_id = $1', id)).length === 0);
  expect(await callsOf(anna), 'nobody is dialled again').toBe(1);
  const spans = `select state, ended_at is null as goes_on from seat_span where employee_id = $1 and began_at >=
    (select began_at from seat_span where employee_id = $1 and state = 'inCall') order by id`;
  expect(await sql(spans, anna.id)).toEqual([
    { state: 'inCall', goes_on: false },
    { state: 'idle', goes_on: true },
  ]);
  await isUp(phone.dial('15400000002'));
  await is(anna, 'inCall');
});
