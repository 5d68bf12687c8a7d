import { userEndpoints } from '@lianxian/contract';
import { accessKeys, buttons } from '@lianxian/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { peopleOf } from '../../../test/people.ts';
import { layTaskGround } from '../../../test/tasks.ts';

/** Who is signed in, as pages learn it over HTTP. */
let house: TestHouse;
let token: string;

beforeAll(async () => {
  house = await startTestHouse();
  token = await house.signIn(house.merchants[0]);
  await layTaskGround(house, house.merchants[0].id);
});
afterAll(() => house.close());

test('O-142, O-145, O-146, O-341: getUserInfo tells an owner who is signed in and what he may', async () => {
  const { data } = await house.post('user/getUserInfo', { token });
  const { rights, btns, ...who } = data as { rights: string[]; btns: string[] };
  expect([rights.toSorted(), btns.toSorted()]).toEqual([accessKeys.toSorted(), buttons.toSorted()]);
  expect(who).toEqual({
    title: '测试',
    userName: '测试',
    jobTitle: '',
    account: 'owner',
    merchantName: '甲商户',
    merchantNumber: house.merchants[0].number,
    previewUntil: null,
    roleCode: 'company',
    hasSeat: false,
    seatRight: false,
    scope: 'all',
    showAgreement: false,
    mustChangePwd: false,
    mustSetFactor: false,
    oemId: '',
    practiceOnly: false,
    levelNames: { A: '', B: '', C: '', D: '', E: '', F: '' },
    clientVersion: 11,
  });
});

test('O-141, O-142, O-144, O-145, O-146, O-148: an employee’s name as title, job title, level, account, rights, buttons and branding', async () => {
  const { token: as, id } = await peopleOf(house, house.merchants[0]).person('xiaoli', {
    rights: ['callLog', 'port'],
    buttons: ['call_out'],
    scope: 'department',
  });
  await house.database.pool.query("update employee set name = '李晓丽', title = '外呼主管' where id = $1", [id]);
  const { oemId } = await house.ask(userEndpoints.pageInfo, {});
  expect(await house.ask(userEndpoints.getUserInfo, {}, as)).toMatchObject({
    title: '李晓丽',
    jobTitle: '外呼主管',
    roleCode: 'employee',
    account: 'xiaoli',
    rights: ['callLog', 'port'],
    btns: ['call_out'],
    // Of no department there is nobody else to see.
    scope: 'own',
    oemId,
  });
});
