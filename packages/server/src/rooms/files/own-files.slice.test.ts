import { type Answer, fileEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { provisionMerchant } from '../../../test/samples.ts';

/**
 * Sheets and exports hold numbers as they are: they are their maker's, whatever their id (docs/rights.md#files, A-33).
 */
let house: TestHouse;
let token = '';
let colleague = '';
let task = '';
let fileId = '';
beforeAll(async () => {
  house = await startTestHouse();
  token = await house.signIn(house.merchants[0]);
  colleague = await house.signInWith(['myTask', 'callLog'], ['task:create']);
  ({ task } = await provisionMerchant(house, house.merchants[0].id));
  const form = new FormData();
  form.set('token', token);
  form.set('file', new Blob(['13800138000,王女士\n']), '名单.csv');
  const response = await fetch(`${house.origin}/api/front/file/uploadSheet`, { method: 'POST', body: form });
  fileId = ((await response.json()) as Answer<{ fileId: string }>).data!.fileId;
});
afterAll(() => house.close());

const download = async (path: string, as: string) => {
  const body = new URLSearchParams({ token: as });
  const response = await fetch(house.origin + path, { method: 'POST', body });
  return response.text();
};
const path = () => `/api/common/download/${fileId}`;

test('a colleague’s sheet does not exist: not by ticket, token, preview or import', async () => {
  const missing = { errorCode: 105, errorMsg: '文件不存在或已删除' };
  expect(await house.post('file/ticket', { fileId, token: colleague })).toMatchObject(missing);
  expect(JSON.parse(await download(path(), colleague))).toMatchObject(missing);
  expect((await fetch(`${house.origin}${path()}?token=${colleague}`)).status).toBe(404);
  const sheet = { id: task, fileId, header: '0', columns: '[{"index":0,"use":"phone"}]', token: colleague };
  expect(await house.post('task/preview', sheet)).toMatchObject(missing);
  expect(await house.post('task/import', sheet)).toMatchObject(missing);
});

test('its maker has it by token and by ticket', async () => {
  expect(await download(path(), token)).toContain('13800138000');
  const { url } = await house.ask(fileEndpoints.ticket, { fileId }, token);
  expect(await (await fetch(house.origin + url)).text()).toContain('13800138000');
  expect(await house.post('task/preview', { id: task, fileId, token })).toMatchObject({ errorCode: 0 });
});
