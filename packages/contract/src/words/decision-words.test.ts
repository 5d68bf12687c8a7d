import { decisionBecauses } from '@lianxian/core';
import { expect, test } from 'vitest';
import { decisionBecauseText, decisionRuleText, decisionText } from './decision-words.ts';
import { languages } from './language.ts';

const ofSheets =
  'empty notDigits tooShort tooLong date mobileLength emergency short premium abroad quote endless garbled longText practiceNumber practiceLine recent alike duplicate otherTask dead notADay dayOver'.split(
    ' ',
  );
const kindOf = (because: string) => {
  if (ofSheets.includes(because)) return 'refused';
  return /Now$|^(withdrawn|placedTooLongAgo|shutDown|merchantOff|line(Removed|Off)|databaseAway|cancelledByUser|speechFailed|mediaFailed|diedDialling|numberForbidden)$/.test(
    because,
  )
    ? 'notDialled'
    : 'settled';
};

test('every reason has a sentence in three languages', () => {
  const outcomes =
    'voicemail fax noAnswer busy rejected poweredOff outOfService unreachable emptyNumber numberChanged lineFault limited cancelled abandoned';
  const raw = languages.flatMap(language =>
    decisionBecauses
      .filter(because => because !== '')
      .filter(because => {
        const kind = outcomes.split(' ').includes(because) ? 'redial' : kindOf(because);
        return decisionBecauseText(kind, because, language) === because;
      }),
  );
  expect(raw).toEqual([]);
});

test('a decision is told in one sentence; how its call came out stands before why it was the last', () => {
  const facts = { amount: 2, outcome: null, who: '' };
  const told = (more: object) => decisionText({ ...facts, ...more } as never, 'zh-CN');
  expect(told({ kind: 'dialled', because: 'redialDue' })).toBe('第 2 次：轮到再次呼叫');
  expect(told({ kind: 'settled', because: 'triesUsed', outcome: 'noAnswer' })).toBe('无人接听，重拨次数已用完');
  expect(told({ kind: 'settled', because: 'answered', outcome: 'answered' })).toBe('已接通');
  expect(told({ kind: 'takenOff', because: 'takenOut', who: '李敏' })).toBe('李敏 移出名单');
  expect(told({ kind: 'takenOff', because: 'takenOut' })).toBe('已移出名单');
  expect(told({ kind: null, because: null })).toBe('新版本的记录，这一版读不出来');
});

test('a rule is named with its version, where it has one', () => {
  expect(decisionRuleText('merchant', 7, 'zh-CN')).toBe('商户规则 第 7 版');
  expect(decisionRuleText('lists', 0, 'en')).toBe('Blacklist');
  expect(decisionRuleText('', 0, 'en')).toBe('');
});
