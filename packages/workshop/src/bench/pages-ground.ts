import type { Api } from '../../journeys/house/api.ts';
import { draftTask } from '../../journeys/house/tasks.ts';
import type { DirectDatabase } from '../prove/database.ts';
import { fillCalls } from './fill-calls.ts';

const CALLS = 500;
const PEOPLE = 40;
const TASKS = 12;
const PHONES_EACH = 20;

const fillPeople = (direct: DirectDatabase): Promise<unknown> =>
  direct.rows(
    `insert into employee (merchant_id, account, name, password_hash, role_code)
     select id, 'seat' || (100 + n), '王晓雯', '', 'company' from merchant, generate_series(1, ${PEOPLE}) n
     where number = '100268'`,
  );

/** Enough of everything that no list of the demo merchant is empty. @returns a task whose board is one of the pages. */
export const fillPages = async (api: Api, direct: DirectDatabase): Promise<string> => {
  await api.send('user/agreement', { accept: '1' });
  await fillCalls(direct, CALLS);
  await fillPeople(direct);
  await direct.rows('analyze');
  const tasks: string[] = [];
  for (let n = 1; n <= TASKS; n += 1) {
    const phones = Array.from({ length: PHONES_EACH }, (_, each) => `154${String(100 * n + each).padStart(8, '0')}`);
    tasks.push(await draftTask(api, phones));
  }
  return tasks[0]!;
};
