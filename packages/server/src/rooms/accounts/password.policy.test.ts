import { expect, test } from 'vitest';
import { whyWeak } from './password.policy.ts';
import { oneTimePassword } from './password.ts';

test.each([
  '12345678',
  '87654321',
  '11111111',
  'aaaaaaaa',
  'abababab',
  '12341234',
  'abcd1234',
  'ABCD1234',
  'qwertyui',
  'qwer1234',
  '1qaz2wsx',
  '1q2w3e4r',
  'a1b2c3d4',
  'password',
  'Password1',
  'P@ssw0rd',
  'passw0rd123',
  'password-2026',
  'admin123',
  'Admin@2026',
  'admin888',
  'root1234',
  'iloveyou',
  'woaini520',
  'welcome!',
  'lianxian',
  'lianxian1',
  'Lianxian@123',
  '19900101',
  '13800138000',
  'aaaabbbb',
  '123321123',
  'asdfghjk',
  'zxcvbnm1',
  'test1234',
  'huawei@123',
  '88888888',
  'aa123456',
  'qqq111qqq',
])('%s is what a guesser tries first', password => {
  expect(whyWeak(password, 'wang.fang')).toBe('passwordCommon');
});

test.each(['boss2026', '2026Boss!', 'BOSSboss', 'xboss123'])('%s is the account with something beside it', password => {
  expect(whyWeak(password, 'boss')).toBe('passwordCommon');
});

test.each([
  'her-own-one',
  'a-second-password',
  '蓝色的雨伞在门后',
  'tractor lamp 7',
  'mq7Rt2xw',
  'correct horse',
  'zhangwei-likes-tea',
])('%s may be set', password => expect(whyWeak(password, 'boss')).toBeNull());

test('short ones and the account itself are named as such; what we make ourselves is never refused', () => {
  expect(whyWeak('seven77', 'boss')).toBe('passwordShort');
  expect(whyWeak('一二三四五六七', 'boss')).toBe('passwordShort');
  expect(whyWeak('Wang.Fang', 'wang.fang')).toBe('passwordSame');
  for (let n = 0; n < 500; n += 1) expect(whyWeak(oneTimePassword(), 'boss')).toBeNull();
});
