import { randomInt } from 'node:crypto';
import { type CallOf, seatEndpoints, seatPwdEndpoint } from '@lianxian/contract';
import type { Button } from '@lianxian/core';
import { expect } from 'vitest';
import { openCalls } from '../src/house.ts';
import { type CallHouse, startCallHouse } from './calls.ts';
import { peopleOf, type TestPerson } from './people.ts';
import { openSeatPhone, type SeatPhone } from './seat-phone.ts';
import type { TestDatabase, TestMerchant } from './template.ts';

/** A call as its row has it. */
interface CallRow {
  readonly id: string;
  readonly stage: string;
  readonly state: string;
  readonly because: string;
  readonly hung_up_by: string;
  readonly origin: string;
  readonly plan_id: string | null;
  readonly owner_id: string;
  readonly seat_id: string | null;
  readonly phone: string;
}

type SeatWish = Partial<CallOf<typeof seatEndpoints.save>> & {
  readonly buttons?: readonly Button[];
  /** Default: the first of the house. */
  readonly merchant?: TestMerchant;
};

/** How much of what is heard is the tone, where somebody who speaks by tones is heard. */
const LEAST_OF_TONE = 0.5;

/** A house whose seats register by TCP, at `port`. `test`: as of `startCallHouse`. */
export const startSeatHouse = async (
  test?: TestDatabase,
): Promise<{ readonly house: CallHouse; readonly port: number }> => {
  // TCP and UDP have one number; below those that the system hands to others.
  const port = randomInt(10_000, 20_000);
  const house = await startCallHouse(async config => {
    const calls = await openCalls({ ...config, sip: { ...config.sip, port, tcp: true } });
    return { close: () => calls.close(10_000) };
  }, test);
  return { house, port };
};

/** Seats of a house with telephones of their own, and their calls as rows. The house is opened before the first of these is used. */
export const seatGround = (ground: () => { readonly house: CallHouse; readonly port: number }) => {
  const phones: SeatPhone[] = [];

  const sql = async <Row extends object>(text: string, ...values: unknown[]): Promise<readonly Row[]> =>
    (await ground().house.database.pool.query<Row>(text, values)).rows;

  const stateOf = async ({ id }: Pick<TestPerson, 'id'>): Promise<string | undefined> =>
    (await sql<{ state: string }>('select state from seat_presence where employee_id = $1', id))[0]?.state;
  /** Waits until a seat shows as this. */
  const is = (seat: Pick<TestPerson, 'id'>, state: string) =>
    ground().house.until(async () => (await stateOf(seat)) === state);

  const callOf = async ({ id }: Pick<TestPerson, 'id'>): Promise<CallRow | undefined> =>
    (await sql<CallRow>('select * from call where placed_by = $1 order by id desc limit 1', id))[0];
  const ended = (id: string): Promise<CallRow> =>
    ground().house.until(
      async () => (await sql<CallRow>("select * from call where id = $1 and stage = 'ended'", id))[0],
    );

  /** Its telephone, registered. */
  const phoneOf = async (seat: TestPerson, hertz: number, port = ground().port): Promise<SeatPhone> => {
    const phone = await openSeatPhone(port, hertz);
    phones.push(phone);
    const { account, pwd } = await ground().house.ask(seatPwdEndpoint, {}, seat.token);
    expect(await phone.register(account, pwd)).toBe('registered');
    return phone;
  };

  return {
    sql,
    stateOf,
    is,
    callOf,
    callsOf: async ({ id }: Pick<TestPerson, 'id'>): Promise<number> =>
      Number((await sql<{ n: string }>('select count(*) as n from call where placed_by = $1', id))[0]?.n),
    ended,
    /** The newest call that a seat placed, once it is over. */
    lastEnded: (seat: TestPerson) =>
      ground().house.until(async () => {
        const call = await callOf(seat);
        return call?.stage === 'ended' && call;
      }),
    phoneOf,
    /** The same, free to be rung. */
    onDuty: async (seat: TestPerson, hertz: number, port?: number): Promise<SeatPhone> => {
      const phone = await phoneOf(seat, hertz, port);
      await is(seat, 'idle');
      return phone;
    },
    /** One that no seat of ours may be at; closed with the others. */
    strayPhone: async (hertz: number, port = ground().port): Promise<SeatPhone> => {
      const phone = await openSeatPhone(port, hertz);
      phones.push(phone);
      return phone;
    },
    /** A busy machine loses a stretch now and then: that it is heard is waited for. */
    comesToHear: (phone: SeatPhone, hertz: number) =>
      ground().house.until(async () => (await phone.hears(hertz)) > LEAST_OF_TONE),
    isUp: async ({ answered, ended: over }: ReturnType<SeatPhone['dial']>) =>
      expect(await Promise.race([answered, over])).toBe(undefined),
    /** Somebody new who has a seat. */
    seat: async (
      account: string,
      { buttons = ['phone:unmask', 'call_out'], merchant = ground().house.merchants[0], ...wish }: SeatWish = {},
    ): Promise<TestPerson> => {
      const { house } = ground();
      const person = await peopleOf(house, merchant).person(account, { buttons });
      const token = merchant.id === house.merchants[0].id ? house.token : await house.signIn(merchant);
      await house.ask(seatEndpoints.save, { employeeId: person.id, ...wish }, token);
      return person;
    },
    /** Room for seats, and how those of all merchants work; they wrap up nothing. */
    prepare: async ({ ringS = 3, awayLimitS = 10 } = {}): Promise<void> => {
      await sql('update merchant set seat_limit = 9');
      await sql(
        `insert into merchant_settings (merchant_id, seat_wrap_up_s, seat_away_limit_s, seat_ring_s)
         select id, 0, $1::int, $2::int from merchant
         on conflict (merchant_id) do update set seat_wrap_up_s = 0, seat_away_limit_s = $1, seat_ring_s = $2`,
        awayLimitS,
        ringS,
      );
    },
    /** After each test: no telephone is left, and no call. */
    quiet: async (): Promise<void> => {
      const { house } = ground();
      for (const phone of phones.splice(0)) await phone.close();
      house.far.hangUp();
      await house.until(async () => (await sql(`select 1 from call where stage <> 'ended'`)).length === 0);
    },
  };
};
