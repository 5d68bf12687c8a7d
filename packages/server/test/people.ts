import type { DataScope } from '@lianxian/core';
import { createOwner, hashPassword } from '../src/rooms/accounts/index.ts';
import type { TestMerchant } from './database.ts';
import type { TestHouse } from './house.ts';

/** Somebody of a merchant, signed in. */
export interface TestPerson {
  readonly id: string;
  readonly account: string;
  readonly password: string;
  readonly token: string;
  readonly roleId: string | null;
}

interface PersonWish {
  readonly rights?: readonly string[];
  readonly buttons?: readonly string[];
  readonly scope?: DataScope;
  readonly departmentId?: string;
  /** Nobody's role: no right at all. */
  readonly roleless?: boolean;
}

const PASSWORD = 'test-password';
/** Made once: it takes some tens of milliseconds. */
const passwordHash = hashPassword(PASSWORD);

export interface People {
  readonly department: (name: string, parentId?: string) => Promise<string>;
  readonly person: (account: string, wish?: PersonWish) => Promise<TestPerson>;
  readonly signIn: (account: string, password?: string) => ReturnType<TestHouse['post']>;
}

/** Departments and people of one merchant as rows, signed in; they may sign in by their password as well. */
export const peopleOf = (house: TestHouse, merchant: Pick<TestMerchant, 'id' | 'number'>): People => {
  const one = async (sql: string, ...values: unknown[]): Promise<string> =>
    String((await house.database.pool.query<{ id: string }>(sql, [merchant.id, ...values])).rows[0]?.id);
  const signIn: People['signIn'] = (account, password = PASSWORD) =>
    house.post('user/login', { cid: merchant.number, account, password });
  return {
    department: async (name, parentId) => {
      const id = await one(
        'insert into department (merchant_id, name, parent_id) values ($1, $2, $3) returning id',
        name,
        parentId ?? null,
      );
      return one(
        `update department set path = coalesce((select path from department up
           where up.merchant_id = $1 and up.id = department.parent_id), '/') || id || '/'
         where merchant_id = $1 and id = $2 returning id`,
        id,
      );
    },
    person: async (account, { rights = [], buttons = [], scope = 'own', departmentId, roleless = false } = {}) => {
      const roleId = roleless
        ? null
        : await one(
            'insert into role (merchant_id, name, rights, buttons, scope) values ($1, $2, $3, $4, $5) returning id',
            `${account} 的角色`,
            rights,
            buttons,
            scope,
          );
      const id = await one(
        `insert into employee (merchant_id, account, name, password_hash, role_code, role_id, department_id)
         values ($1, $2, $2, $3, 'employee', $4, $5) returning id`,
        account,
        await passwordHash,
        roleId,
        departmentId ?? null,
      );
      return { id, account, password: PASSWORD, roleId, token: await house.sessionOf(merchant.id, id) };
    },
    signIn,
  };
};

/** The platform, a reseller or one merchant more, whose owner is signed in. */
export const openLevel = async (
  house: TestHouse,
  merchantNumber: string,
  kind: 'platform' | 'reseller' | 'merchant',
  merchantName: string = merchantNumber,
): Promise<{ readonly merchantId: string; readonly token: string }> => {
  const { merchantId, employeeId } = await createOwner(house.database.db, {
    merchantNumber,
    merchantName,
    kind,
    account: 'boss',
    name: '负责人',
    password: PASSWORD,
    demo: false,
  });
  return { merchantId, token: await house.sessionOf(merchantId, employeeId) };
};
