import type { PushMessage } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answeredEnding } from '../../../test/answered-ending.ts';
import { startTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { openTown, type Town } from '../../../test/task-town.ts';
import { fileEnding } from '../dialler/filing.store.ts';
import type { Ending } from '../dialler/index.ts';
import { tellAuthority } from './index.ts';

/** Who hears of it when a callee speaks of the police: rows alone, nobody dials here. */
let rows: TestDatabase;
let town: Town;
/** People of the merchant by what they are called here. */
const people: Record<string, string> = {};

const idOf = async (text: string, ...values: readonly unknown[]) => String((await town.sql(text, ...values))[0]?.id);
const merchantId = () => rows.merchants[0].id;
const department = async (name: string, path: string) => {
  const id = await idOf('insert into department (merchant_id, name) values ($1, $2) returning id', merchantId(), name);
  await town.sql('update department set path = $2 where id = $1', id, `${path}${id}/`);
  return { id, path: `${path}${id}/` };
};
interface Wish {
  readonly buttons?: readonly string[];
  readonly scope?: string;
  readonly in?: string;
  readonly isActive?: boolean;
}
const person = async (
  account: string,
  { buttons = ['task:control'], scope = 'own', in: at, isActive = true }: Wish,
) => {
  const role = await idOf(
    "insert into role (merchant_id, name, rights, buttons, scope) values ($1, $2, '{}', $3, $4) returning id",
    merchantId(),
    account,
    buttons,
    scope,
  );
  people[account] = await idOf(
    `insert into employee (merchant_id, account, name, password_hash, role_code, role_id, department_id, active)
     values ($1, $2, $2, '', 'employee', $3, $4, $5) returning id`,
    merchantId(),
    account,
    role,
    at ?? null,
    isActive,
  );
};

beforeAll(async () => {
  rows = await startTestDatabase();
  town = await openTown(rows);
  const north = await department('北区', '/');
  const team = await department('一组', north.path);
  const south = await department('南区', '/');
  people.owner = rows.merchants[0].owner.id;
  await person('maker', { buttons: [], in: team.id });
  await person('head', { scope: 'department', in: north.id });
  await person('other head', { scope: 'department', in: south.id });
  await person('all', { scope: 'all' });
  await person('looks on', { scope: 'all', buttons: ['task:create'] });
  await person('own', { in: team.id });
  await person('gone', { scope: 'all', isActive: false });
});
afterAll(async () => {
  await town.close();
  await rows.close();
});

/** A call that talks; of a task, by hand, or to us. */
const talking = async (of: 'task' | 'hand' | 'in') => {
  const { portId, lineId } = await town.line({ practice: false });
  const task = of === 'task' ? await town.task({ ports: [portId], phones: ['13800138000'] }) : null;
  return idOf(
    `insert into call (merchant_id, plan_id, plan_version, plan_name, line_id, line_name, practice, phone, caller_number,
       variables, owner_id, placed_by, task_id, callee_id, attempt, direction, stage, owner, fence, leased_until)
     values ($1, $2, 1, '', $3, '', false, '13800138000', '', '{}', $4, $5, $6::bigint,
       (select id from callee where task_id = $6::bigint), $7, $8, 'talking', 'n', 1, now()) returning id::text`,
    merchantId(),
    town.planId,
    lineId,
    of === 'in' ? null : people.maker,
    of === 'hand' ? people.maker : null,
    task,
    task === null ? null : 1,
    of === 'in' ? 'in' : 'out',
  );
};

const accountOf = (id: string) => Object.keys(people).find(account => people[account] === id) ?? id;
/** Files an ending, and who is told of what. */
const ends = async (call: string, more: Partial<Ending> = {}) => {
  const told: [merchant: string, account: string, message: PushMessage][] = [];
  const ending = answeredEnding({ merchantId: merchantId(), call, fence: 1 }, { namesAuthority: true, ...more });
  const filed = await fileEnding(rows.database.db, ending);
  const push = {
    toEmployee: (merchant: string, employee: string, message: PushMessage) =>
      void told.push([merchant, accountOf(employee), message]),
  };
  await tellAuthority(rows.database.db, push, ending, filed ?? expect.unreachable());
  return told;
};
const accounts = (told: Awaited<ReturnType<typeof ends>>) => told.map(([, account]) => account);

test('whoever may control the task and sees it gets a message of type 1 that leads to the call', async () => {
  const call = await talking('task');
  const told = await ends(call);
  expect(accounts(told)).toEqual(['owner', 'head', 'all']);
  for (const [merchant, , message] of told) {
    expect([merchant, message.type, message.id]).toEqual([merchantId(), 1, call]);
    expect(message.msg).toContain('authorityNamed');
  }
  expect(await town.sql('select names_authority from call where id = $1', call)).toEqual([{ names_authority: true }]);
});

test('a call without a word of it marks nothing and tells nobody', async () => {
  const call = await talking('task');
  expect(await ends(call, { namesAuthority: false })).toEqual([]);
  expect(await town.sql('select names_authority from call where id = $1', call)).toEqual([{ names_authority: false }]);
});

test('a trial is marked and told to nobody; of a call to us those hear who see all', async () => {
  const trial = await talking('hand');
  expect(await ends(trial)).toEqual([]);
  expect(await town.sql('select names_authority from call where id = $1', trial)).toEqual([{ names_authority: true }]);
  expect(accounts(await ends(await talking('in')))).toEqual(['owner', 'all']);
});

test('an ending that replaces one which told it tells it no second time; one that knows more does', async () => {
  const untold = {
    fence: 2,
    verdict: { state: 'interrupted', fault: 'us', mayRetry: true, sipCode: null, because: 'processDied' },
    transcript: null,
    level: null,
  } as const;
  const replacedAfter = async (namesAuthority: boolean) => {
    const call = await talking('task');
    await town.sql('update call set fence = 2 where id = $1', call);
    const first = await ends(call, { ...untold, namesAuthority });
    return [accounts(first), accounts(await ends(call))];
  };
  const all = ['owner', 'head', 'all'];
  expect(await replacedAfter(true)).toEqual([all, []]);
  expect(await replacedAfter(false)).toEqual([[], all]);
});
