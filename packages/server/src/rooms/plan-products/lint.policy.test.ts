import { expect, test } from 'vitest';
import { nameIn } from './lint.policy.ts';

test.each([
  ['您好，我叫王小明，', '王小明'],
  ['请问是找张伟先生吗', '张伟'],
  ['这里是李娜老师', '李娜'],
  ['您好，我是王经理，', null],
  ['我是平安保险的客服', null],
  ['您好，${姓名}先生，', null],
  ['请问方便的先生女士', null],
  ['我叫您来是为了续期', null],
  ['陈述先生们的意见', null],
  ['周一上午您方便吗', null],
  ['我是高级课程顾问', null],
])('%s', (text, name) => {
  expect(nameIn(text)).toBe(name);
});
