import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  chooseProvider,
  fillTemplate,
  isOver,
  type MessageEvent,
  type MessageState,
  meansStop,
  messageStates,
  moveMessage,
  providerRestMs,
  reportOfParts,
  smsParts,
  templateFault,
  variablesOfTemplate,
} from './index.ts';

test.each([
  [0, [0]],
  [70, [70]],
  [71, [67, 4]],
  [134, [67, 67]],
  [135, [67, 67, 1]],
])('%i characters are cut into parts of %j', (chars, lengths) => {
  expect(smsParts('课'.repeat(chars)).map(({ length }) => length)).toEqual(lengths);
});

test('a sign of two units is never cut', () => {
  const text = `${'课'.repeat(66)}😀${'课'.repeat(10)}`;
  expect(smsParts(text)).toEqual(['课'.repeat(66), `😀${'课'.repeat(10)}`]);
});

test('parts are the text, each fits, and none ends within a sign', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), text => {
      const parts = smsParts(text);
      expect(parts.join('')).toBe(text);
      expect(parts.every(part => part.length <= (parts.length === 1 ? 70 : 67))).toBe(true);
      expect(parts.every(part => !/[\ud800-\udbff]$/.test(part) || /[\ud800-\udbff]$/.test(text))).toBe(true);
    }),
  );
});

const template = {
  kind: 'marketing',
  signature: '启航',
  content: `\${姓名}，新课 \${短链}报名`,
  link: 'https://a.example/x',
} as const;

test('a template is filled with its signature, its link apart from what follows, and its way out', () => {
  expect(fillTemplate(template, { 姓名: '王女士' }, 'https://go.example/s/abc')).toEqual({
    text: '【启航】王女士，新课 https://go.example/s/abc 报名，拒收请回复R',
    body: '王女士，新课 https://go.example/s/abc 报名，拒收请回复R',
    missing: [],
  });
  expect(variablesOfTemplate(template)).toEqual(['姓名']);
});

test('a way out that somebody wrote is not said twice, and a notice has none', () => {
  const said = { ...template, content: '新课上线。拒收请回复R', link: '' };
  expect(fillTemplate(said, {}).text).toBe('【启航】新课上线。拒收请回复R');
  expect(fillTemplate({ ...said, kind: 'notice', content: '上课了' }, {}).text).toBe('【启航】上课了');
});

test('what is filled in breaks no line and pretends to be no signature', () => {
  const filled = fillTemplate(template, { 姓名: '【银行】王\n女士\u202e' }, 'l');
  expect(filled.body.startsWith('银行王 女士，')).toBe(true);
  expect(fillTemplate(template, {}, 'l').missing).toEqual(['姓名']);
  expect(fillTemplate(template, { toString: 'x' }, 'l').missing).toEqual(['姓名']);
});

test.each([
  [{ signature: '' }, 'noSignature'],
  [{ signature: '【启航】' }, 'brackets'],
  [{ content: ' ' }, 'noContent'],
  [{ content: `您好\${姓名`, link: '' }, 'brokenVariable'],
  [{ link: '' }, 'linkWithoutPlace'],
  [{ content: '您好' }, 'placeWithoutLink'],
  [{ content: '课'.repeat(501), link: '' }, 'tooLong'],
  [{}, null],
])('of %j it is said: %s', (over, fault) => {
  expect(templateFault({ ...template, ...over })).toBe(fault);
});

test.each([
  ...[
    'R',
    'r',
    'Ｒ',
    ' ｒ。',
    'T',
    'td',
    'T D',
    'TD退订',
    '退订',
    '退 订',
    '【退订】',
    'n',
    'N！',
    '回复R',
    'RR',
    '拒收',
  ],
  ...['不要再给我发了', '别发短信', 'stop', '取消订阅', '请退订，谢谢', '不要，退订'],
])('whoever answers %s wants no more', text => {
  expect(meansStop(text)).toBe(true);
});

test.each(['', '。', '好的', '需要', '1', 'Tom', '请问怎么报名', 'RMB 多少', '不要退订', '明天到', 'no problem'])(
  'whoever answers %s wants to hear more',
  text => {
    expect(meansStop(text)).toBe(false);
  },
);

test.each<[MessageState, MessageEvent, MessageState | null]>([
  ['queued', 'taken', 'handing'],
  ['queued', 'withheld', 'withheld'],
  ['queued', 'accepted', null],
  ['handing', 'accepted', 'sent'],
  ['handing', 'again', 'queued'],
  ['handing', 'rejected', 'failed'],
  ['handing', 'lost', 'unknown'],
  ['handing', 'taken', null],
  ['handing', 'delivered', 'delivered'],
  ['sent', 'delivered', 'delivered'],
  ['sent', 'undelivered', 'failed'],
  ['sent', 'again', null],
  ['unknown', 'taken', null],
  ['unknown', 'again', null],
  ['unknown', 'delivered', 'delivered'],
  ['delivered', 'undelivered', null],
  ['failed', 'delivered', 'delivered'],
  ['withheld', 'taken', null],
])('a message that is %s: %s makes it %s', (state, event, to) => {
  expect(moveMessage(state, event)).toBe(to);
});

test('whatever happens, a message that may have gone is never taken again', () => {
  const events: readonly MessageEvent[] = [
    ...(['taken', 'accepted', 'again', 'rejected', 'lost', 'delivered'] as const),
    ...(['undelivered', 'withheld', 'expired', 'cancelled'] as const),
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...events), { maxLength: 30 }), happened => {
      let state: MessageState = 'queued';
      let mayHaveGone = false;
      for (const event of happened) {
        const next = moveMessage(state, event);
        if (next === null) continue;
        if (event === 'taken') expect(mayHaveGone).toBe(false);
        if (['accepted', 'lost', 'delivered', 'undelivered'].includes(event)) mayHaveGone = true;
        state = next;
      }
      expect(messageStates).toContain(state);
    }),
  );
  expect(messageStates.filter(isOver)).toEqual(['delivered', 'failed', 'unknown', 'withheld']);
});

test.each([
  [[], null],
  [[null], null],
  [[true], 'delivered'],
  [[true, null], null],
  [[true, true], 'delivered'],
  [[null, false], 'undelivered'],
] as const)('parts of which it is said %j make %s', (parts, report) => {
  expect(reportOfParts(parts)).toBe(report);
});

const provider = (id: string, rank: number, share: number) => ({ id, rank, share });

test('the first in order has all, those of one rank share as they are told', () => {
  expect(chooseProvider([], '1')).toBeNull();
  expect(chooseProvider([provider('b', 2, 100), provider('a', 1, 1)], '7')?.id).toBe('a');
  const pair = [provider('a', 1, 75), provider('b', 1, 25)];
  const chosen = Array.from({ length: 4_000 }, (_, n) => chooseProvider(pair, String(n))?.id);
  const ofA = chosen.filter(id => id === 'a').length / chosen.length;
  expect(ofA).toBeGreaterThan(0.72);
  expect(ofA).toBeLessThan(0.78);
  expect(chooseProvider(pair, '42')).toBe(chooseProvider(pair, '42'));
});

test.each([
  [1, 0],
  [2, 0],
  [3, 15_000],
  [4, 30_000],
  [20, 600_000],
])('after %i failures in a row a provider rests for %i ms', (failures, ms) => {
  expect(providerRestMs(failures)).toBe(ms);
});
