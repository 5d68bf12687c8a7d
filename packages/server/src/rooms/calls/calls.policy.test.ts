import { expect, test } from 'vitest';
import { judgeNumber } from './calls.policy.ts';

test.each([
  ['13800138000', false, { phone: '13800138000' }],
  ['+86 138-0013-8000', false, { phone: '13800138000' }],
  ['０１０ 6552 9988', false, { phone: '01065529988' }],
  ['15400000001', true, { phone: '15400000001' }],
  ['15400000001', false, { refused: 'practiceNumber' }],
  ['15400009999', false, { refused: 'practiceNumber' }],
  ['13800138000', true, { refused: 'practiceLine' }],
  ['15400010000', true, { refused: 'practiceLine' }],
  ['110', false, { refused: 'emergencyNumber' }],
  ['110', true, { refused: 'emergencyNumber' }],
  ['120', false, { refused: 'emergencyNumber' }],
  ['010110', false, { refused: 'emergencyNumber' }],
  ['12306', false, { refused: 'shortNumber' }],
  ['16899998888', false, { refused: 'premiumNumber' }],
  ['+1 415 555 0100', false, { refused: 'abroadNumber' }],
  ['0085228765432', false, { refused: 'abroadNumber' }],
  ['1380013', false, { refused: 'notANumber' }],
  ['1380013800012', false, { refused: 'notANumber' }],
  ['打给我', false, { refused: 'notANumber' }],
  ['', false, { refused: 'notANumber' }],
] as const)('%s over a line (practice: %s) is %o', (text, practice, judged) => {
  expect(judgeNumber(text, { practice, abroad: 'none' })).toEqual(judged);
});

test.each([
  ['+1 415 555 0100', { phone: '+14155550100' }],
  ['0085228765432', { phone: '+85228765432' }],
  ['+999 415 555 0100', { refused: 'abroadNumber' }],
  ['13800138000', { phone: '13800138000' }],
  ['110', { refused: 'emergencyNumber' }],
])('over a line that calls abroad %s is %o', (text, judged) => {
  expect(judgeNumber(text, { practice: false, abroad: 'plus' })).toEqual(judged);
});
