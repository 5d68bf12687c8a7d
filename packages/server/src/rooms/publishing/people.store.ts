import type { People } from '@lianxian/core';
import type { MerchantDb } from '../../platform/db/index.ts';

/** Whom plans of the merchant may hand over to: every seat that is there, may it connect just now or not, and every group. */
export const peopleOf = async (db: MerchantDb): Promise<People> => {
  const [seats, groups] = await Promise.all([
    db
      .selectFrom('seatAccount')
      .innerJoin('employee', join =>
        join
          .onRef('employee.merchantId', '=', 'seatAccount.merchantId')
          .onRef('employee.id', '=', 'seatAccount.employeeId'),
      )
      .select(['employee.id', 'employee.name', 'employee.account', 'seatAccount.extension'])
      .where('employee.removedAt', 'is', null)
      .execute(),
    db.selectFrom('seatGroup').select(['seatGroup.id', 'seatGroup.name']).execute(),
  ]);
  return {
    seats: seats.map(({ id, name, account, extension }) => ({ id, names: [name, account, String(extension)] })),
    groups: groups.map(({ id, name }) => ({ id, names: [name] })),
  };
};
