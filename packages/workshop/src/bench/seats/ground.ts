import { randomBytes } from 'node:crypto';
import { endpoints } from '@lianxian/contract';
import { type Api, apiWith } from '../../../journeys/house/api.ts';
import { type DirectDatabase, openDirect } from '../../prove/database.ts';
import { type BenchHouse, openBenchHouse } from '../house-calls.ts';
import type { PhoneAccount } from './phone.ts';
import { type Phones, startPhones } from './phones.ts';

/** A bench's house whose demo merchant has seats, each with a telephone of the bench that is registered. */
export interface SeatGround extends BenchHouse {
  readonly direct: DirectDatabase;
  readonly seats: readonly Seat[];
  readonly phones: Phones;
}

interface Seat {
  readonly employeeId: string;
  readonly extension: number;
  /** Of its sign-in. */
  readonly token: string;
}

interface Wish {
  readonly seats: number;
  /** The first so many have no telephone of the bench: pages take them. */
  readonly pages?: number;
  readonly settings?: Readonly<Record<string, string>>;
  readonly farEnd?: readonly string[];
}

const FIRST_EXTENSION = 5_000;
const CONNECT_AT_ONCE = 8;

/** People with seats whose calls go over the bench's line, and a session of each. */
const makeSeats = async (direct: DirectDatabase, count: number, lineId: string): Promise<Seat[]> => {
  const seats = await direct.rows<Omit<Seat, 'token'>>(
    `with made as (
       insert into employee (merchant_id, account, name, password_hash, role_code, has_seat, seat_right)
       select id, 'bench' || n, '坐席' || n, '', 'company', true, true
       from merchant, generate_series(1, $1::int) n where number = '100268' returning merchant_id, id)
     insert into seat_account (merchant_id, employee_id, extension, line_id)
     select merchant_id, id, $2::int + row_number() over (order by id), $3::bigint from made
     returning employee_id as "employeeId", extension`,
    [count, FIRST_EXTENSION, lineId],
  );
  return Promise.all(
    seats.map(async seat => {
      const token = randomBytes(32).toString('base64url');
      await direct.rows(
        `insert into session (token_hash, merchant_id, employee_id, created_at, expires_at, seen_at)
         select sha256($1::bytea), merchant_id, id, now(), now() + interval '1 day', now() from employee where id = $2`,
        [token, seat.employeeId],
      );
      return { ...seat, token };
    }),
  );
};

const accountOf = async (house: BenchHouse['house'], api: Api): Promise<PhoneAccount> => {
  const { account, domain, pwd, ws } = await api.call(endpoints.seatPwd.getSeatPwd, {});
  return { account, domain, pwd, url: `ws://${new URL(house.url).hostname}:${ws.port}` };
};

const accountsOf = async (house: BenchHouse['house'], tokens: readonly string[]): Promise<readonly PhoneAccount[]> => {
  const accounts: PhoneAccount[] = [];
  for (let n = 0; n < tokens.length; n += CONNECT_AT_ONCE) {
    const some = tokens.slice(n, n + CONNECT_AT_ONCE);
    accounts.push(...(await Promise.all(some.map(token => accountOf(house, apiWith(house, token))))));
  }
  return accounts;
};

/** Measures on a house with so many seats that are registered. */
export const onSeatGround = async <T>(wish: Wish, measure: (ground: SeatGround) => Promise<T>): Promise<T> => {
  const bench = await openBenchHouse(wish.settings, wish.farEnd);
  const direct = await openDirect(bench.house.dataDir);
  const phones = startPhones();
  try {
    await bench.api.send('user/agreement', { accept: '1' });
    await bench.api.call(endpoints.seat.saveSettings, { wrapUpS: 0 });
    const seats = await makeSeats(direct, wish.seats, bench.ids.lineId);
    const tokens = seats.map(({ token }) => token);
    for (const token of tokens) await apiWith(bench.house, token).send('user/agreement', { accept: '1' });
    const accounts = await accountsOf(bench.house, tokens.slice(wish.pages ?? 0));
    await phones.order({ type: 'register', accounts });
    return await measure({ ...bench, direct, seats, phones });
  } finally {
    phones.close();
    await direct.close();
    await bench.stop();
  }
};
