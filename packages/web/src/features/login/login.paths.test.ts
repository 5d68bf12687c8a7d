import { refusals, userEndpoints } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { captchaPicture, codeNeeded, codeWrong, loginPaths } from './login.paths.ts';

test('the login page asks the paths of the contract table', () => {
  const { captcha, login, resetAsk, resetState, resetFinish } = userEndpoints;
  const asked = { captcha, login, resetAsk, resetState, resetFinish };
  expect(loginPaths).toEqual(Object.fromEntries(Object.entries(asked).map(([name, { path }]) => [name, path])));
});

test('the second step knows its refusals by the codes of the contract', () => {
  expect([codeNeeded, codeWrong]).toEqual([refusals.codeNeeded.code, refusals.codeWrong.code]);
});

test('a captcha that comes as SVG text becomes an address', () => {
  expect(captchaPicture('<svg a="#1"/>')).toBe('data:image/svg+xml;charset=utf-8,%3Csvg%20a%3D%22%231%22%2F%3E');
  expect(captchaPicture('data:image/png;base64,AA')).toBe('data:image/png;base64,AA');
});
