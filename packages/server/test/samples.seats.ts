import { type CustomerAssets, customerAssetOf, customerSamples, provisionCustomers } from './samples.customers.ts';

/** Samples of human seats and whom they speak to: one seat, one group, one customer. */
export interface SeatAssets extends CustomerAssets {
  readonly seat: string;
  readonly seatGroup: string;
}

interface Others {
  readonly batch: string;
  readonly plan: string;
  readonly line: string;
  readonly call: string;
  readonly task: string;
  readonly todo: string;
}

export const seatSamples = (
  { seat, seatGroup, ...customers }: SeatAssets,
  { plan, line, call, task, todo, batch }: Others,
) => ({
  ...customerSamples(customers, { call, task, batch, seat }),
  'user/getSeatPwd': {},
  'seat/me': {},
  'seat/setState': { state: 'idle' },
  'seat/targets': {},
  'seat/choices': {},
  'seat/list': {},
  'seat/save': { employeeId: seat, lineId: line, planIds: JSON.stringify([plan]) },
  'seat/groupList': {},
  'seat/groupSave': { id: seatGroup, name: '客服组', strategy: 'inTurn', members: JSON.stringify([seat]) },
  'seat/groupRemove': { id: seatGroup },
  'seat/spans': { employeeId: seat, day: '2026-03-09' },
  'seat/figures': { day: '2026-03-09' },
  'seat/settings': {},
  'seat/saveSettings': { wrapUpS: '45' },
  'seat/call': { id: call },
  'seat/act': { callId: call, act: 'hold' },
  'seat/guides': { planId: plan },
  'seat/keepDraft': { callId: call, answers: '[]', note: '' },
  'seat/uploadSurvey': { id: call, jsonArray: '[]', type: '1' },
  'seat/uploadCallTask': { phone: '13800138000', taskid: task, lineId: line, id: call },
  'seat/wrapUp': { callId: call, tags: JSON.stringify(['回访']) },
  'seat/remove': { employeeId: seat },
  'taskLog/seatDetail': { id: call },
  'taskLog/setSeatEmp': { id: call },
  'custom/detailWithTask': { todoId: todo },
  'custom/callOut': { logId: call },
});

const seatFields: Readonly<Record<string, 'seat' | 'seatGroup' | 'call' | 'task' | 'todo'>> = {
  'seat/save employeeId': 'seat',
  'seat/remove employeeId': 'seat',
  'seat/spans employeeId': 'seat',
  'seat/groupSave id': 'seatGroup',
  'seat/groupRemove id': 'seatGroup',
  'seat/call id': 'call',
  'seat/uploadSurvey id': 'call',
  'seat/uploadCallTask id': 'call',
  'seat/uploadCallTask taskid': 'task',
  'taskLog/seatDetail id': 'call',
  'taskLog/setSeatEmp id': 'call',
  'custom/detailWithTask todoId': 'todo',
  'custom/callOut logId': 'call',
};
export const seatAssetOf = (path: string, field: string) =>
  seatFields[`${path} ${field}`] ?? customerAssetOf(path, field);

export const provisionSeats = async (
  insert: (sql: string, ...values: unknown[]) => Promise<string>,
): Promise<SeatAssets> => {
  const seat = await insert(
    `with one as (
       insert into employee (merchant_id, account, name, password_hash, role_code, has_seat, seat_right)
       values ($1, 'zuoxi-' || gen_random_uuid(), '坐席甲', '', 'employee', true, true) returning merchant_id, id)
     insert into seat_account (merchant_id, employee_id, extension) select merchant_id, id,
       (select coalesce(max(extension), 8000) + 1 from seat_account a where a.merchant_id = one.merchant_id) from one
     returning employee_id as id`,
  );
  const seatGroup = await insert(
    `with one as (
       insert into seat_group (merchant_id, name, strategy) values ($1, '客服组-' || gen_random_uuid(), 'longestIdle') returning merchant_id, id)
     insert into seat_group_member (merchant_id, group_id, employee_id, place)
     select merchant_id, id, $2, 0 from one returning group_id as id`,
    seat,
  );
  return { seat, seatGroup, ...(await provisionCustomers(insert)) };
};
