import type { TestHouse } from './house.ts';

let next = 8_001;

/** An employee gets a seat that may connect. Its extension. */
export const giveSeat = async (
  { database: { pool } }: TestHouse,
  merchantId: string,
  employeeId: string,
): Promise<number> => {
  next += 1;
  await pool.query('insert into seat_account (merchant_id, employee_id, extension) values ($1, $2, $3)', [
    merchantId,
    employeeId,
    next,
  ]);
  await pool.query('update employee set has_seat = true, seat_right = true where id = $1', [employeeId]);
  return next;
};

/** A calls process that is at work; what it says of seats counts. */
export const NODE = 'a node of the tests';
export const openNode = async ({ database: { pool } }: TestHouse): Promise<void> => {
  await pool.query(
    `insert into calls_node (id, address, heartbeat_at, capacity) values ($1, '', now() + interval '10 seconds', 100)
     on conflict (id) do update set heartbeat_at = excluded.heartbeat_at`,
    [NODE],
  );
};

let numbers = 13_700_000_000;

export interface SeatCallWish {
  readonly planId: string | null;
  /** Null: nobody's yet. */
  readonly of: string | null;
  readonly isLive?: boolean;
  readonly phone?: string;
}

/** A call of the first merchant that a seat has on `NODE`, or had. */
export const insertSeatCall = async (
  { database: { pool }, merchants: [{ id: merchantId }] }: TestHouse,
  { planId, lineId, of, isLive = false, phone = String(numbers++) }: SeatCallWish & { readonly lineId: string },
): Promise<{ readonly id: string; readonly phone: string }> => {
  const { rows } = await pool.query<{ id: string }>(
    `insert into call (merchant_id, origin, plan_id, plan_version, plan_name, line_id, line_name, phone, callee_name, variables,
       tags, customer_type, direction, owner_id, seat_id, placed_at, stage, owner, state, fault, because, may_retry, hung_up_by,
       answered_at, ended_at, talk_ms)
     values ($1, 'seat', $2::bigint, case when $2::bigint is null then null else 1 end, '回访', $3, '主线路', $4, '王晓', '{"公司":"晨光"}', '{高意向,老客}', 2,
       'in', $5, $5, now() - interval '1 minute', $6, case when $6 = 'ended' then null else $7 end,
       case when $6 = 'ended' then 'answered' end, case when $6 = 'ended' then 'nobody' end,
       case when $6 = 'ended' then 'calleeHungUp' end, case when $6 = 'ended' then false end,
       case when $6 = 'ended' then 'callee' end, now() - interval '50 seconds', case when $6 = 'ended' then now() end, 50000)
     returning id`,
    [merchantId, planId, lineId, phone, of, isLive ? 'talking' : 'ended', NODE],
  );
  return { id: rows[0]!.id, phone };
};
