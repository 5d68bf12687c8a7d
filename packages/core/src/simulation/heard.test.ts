import { expect, test } from 'vitest';
import { type CalleeLine, type ConversationNote, type Exit, talkOf } from '../conversation/index.ts';
import { instant } from '../kit/index.ts';
import { heardTurns } from './heard.ts';
import type { Meant } from './meant.ts';
import type { Said } from './said.ts';

const yes: Meant = { type: 'way', exit: 'yes', means: 'yes' };
const day: Meant = { type: 'answer', value: { of: 'date', day: '2026-11-25', half: 0, minute: 540 } };
const said = (sentence: string, meant: Meant | null = yes, heard = sentence): Said => ({
  ...{ sentence, heard, meant },
  isKeys: false,
});
const line = (nth: number, text: string, meaning: Exit | null, missed = false): ConversationNote => ({
  ...{ type: 'callee.said', at: instant(0), endAt: instant(0), line: nth, text, node: 'ask', missed },
  understood: meaning && { meaning, name: '', by: 'words', matched: text },
  whileRobotSpoke: false,
});
const kept = (nth: number, on: string, from: number): ConversationNote => ({
  ...{ type: 'answer.kept', at: instant(0), line: nth, variable: 'day', label: '日期', value: '周三' },
  when: { days: [{ from: on, to: on }], except: [], part: 'morning', time: { from, to: from }, open: null },
});
const heard = (turns: readonly Said[], notes: readonly ConversationNote[]) =>
  heardTurns(
    turns,
    talkOf(notes).lines.filter((each): each is CalleeLine => each.by !== 'robot'),
    intent => (intent === 'mine' ? 'no' : 'intent'),
  ).map(({ meant, as, hearing }) => `${meant} ${as} ${hearing}`);

test.each<[string, readonly Said[], readonly ConversationNote[], readonly string[]]>([
  ['a yes that is one', [said('成')], [line(1, '成', 'yes')], ['yes yes right']],
  ['a yes that an intent takes for a no', [said('成')], [line(1, '成', 'intent:mine')], ['yes no wrong']],
  ['a yes that was asked about', [said('中')], [line(1, '中', null, true)], ['yes notUnderstood missed']],
  [
    'what nobody waited for',
    [said('喂', null), said('成')],
    [line(1, '喂', null), line(2, '成', 'yes')],
    ['yes yes right'],
  ],
  [
    'the same words twice: asked about, then understood',
    [said('成'), said('成')],
    [line(1, '成', null, true), line(2, '成', 'yes')],
    ['yes notUnderstood missed', 'yes yes right'],
  ],
  ['two sentences in one line', [said('成'), said('成')], [line(1, '成成', 'yes')], ['yes yes right', 'yes yes right']],
  [
    'what arrived in other characters',
    [said('周三九点', day, '粥三九点')],
    [line(1, '粥三九点', 'collected'), kept(1, '2026-11-25', 540)],
    ['answer answer right'],
  ],
  [
    'another day',
    [said('周三', day)],
    [line(1, '周三', 'collected'), kept(1, '2026-12-02', 540)],
    ['answer otherAnswer wrong'],
  ],
  [
    'a day that is not taken, by who did not know',
    [said('周三', { type: 'answer', value: { of: 'date', day: '2026-11-25', half: 0, minute: 540, isOutside: true } })],
    [line(1, '周三', 'outside')],
    ['answer answer right'],
  ],
  ['a day that is taken, and was not', [said('周三', day)], [line(1, '周三', 'outside')], ['answer otherAnswer wrong']],
  [
    'another hour',
    [said('周三', day)],
    [line(1, '周三', 'collected'), kept(1, '2026-11-25', 600)],
    ['answer otherAnswer wrong'],
  ],
])('what was meant is held against what was heard: %s', (_, turns, notes, expected) => {
  expect(heard(turns, notes)).toEqual(expected);
});
