import { expect, test } from 'vitest';
import type { Accepts } from '../../plan/plan.ts';
import { smallPlan } from '../../plan/small-plan.test-data.ts';
import { answerHeard } from './by-ear.ts';
import { optionSoundsOf } from './options.ts';

/** Syllables by hand, of the characters below. */
const sounds = `ming明名 yue月悦 bang傍 huo或 zhe者 tian天田添 xia下瞎 wu无午雾武舞五屋 da打大 lai来 zhou周洲 liu溜留六 shang上尚 hou后厚侯候 liang两亮 dian典点电店 li礼里理 bai拜百 san三散伞
  shi十石食时是室试事 du度 yi一以意 jiu酒九就旧 er二 ba八吧扒巴爸 si四似 ling零 qi七漆起期 qian千签钱 kuai块 wan晚碗完万 ban半 ge个各 xiao小 zai再在 zhong中 jin今 zou走 zao早 sang桑
  nian年 chu出初 yao幺药要 yong用 le了乐 lou楼漏 shui水睡税 ying影 peng蓬棚 pai拍 wo我 zhi之 zi自子 ji己记 gei给 hai海孩 yan验 bu不布 re热 liao料 hao号好 kai开 che车 wang往
  gong公 zhe这 mo莫 ting厅 ping平 jie解 fang放 lu路 he合 tong同 ren人 jia家 wai外 mai卖 na拿 ben本 ma骂妈 ni你 shan删 ban班 you有 mang忙 xin新 an案 liao了 nan南 shan山`;
const syllableOf = new Map(
  [...sounds.matchAll(/([a-z]+)(\p{Script=Han}+)/gu)].flatMap(([, syllable = '', chars = '']) =>
    [...chars].map(char => [char, syllable] as const),
  ),
);
/** What a dictionary of words reads otherwise than the character alone. */
const ofWord: Readonly<Record<string, readonly string[]>> = { 上不了水: ['shang', 'bu', 'liao', 'shui'] };
const syllablesOf = (text: string): readonly string[] =>
  ofWord[text] ?? [...text].map(char => syllableOf.get(char) ?? '');

const optionsOf = (...words: readonly string[]): Accepts => ({
  type: 'choice',
  options: words.map(word => ({ value: word, words: [word] })),
});
const hearing = (accepts: Accepts) =>
  optionSoundsOf(
    {
      ...smallPlan,
      defaults: { ...smallPlan.defaults, byEar: true },
      flows: smallPlan.flows.map(flow => ({
        ...flow,
        nodes: flow.nodes.map(node => (node.kind === 'collect' ? { ...node, accepts } : node)),
      })),
    },
    syllablesOf,
  );

/** A Monday. */
const asked = { date: '2027-01-11', minute: 900 };
const heard = (accepts: Accepts, text: string, syllables = syllablesOf(text)) =>
  answerHeard(accepts, { text, syllables, asked }, hearing(accepts))?.answer.value ?? null;

const date: Accepts = { type: 'date' };
test.each<readonly [string, string | null]>([
  ['明天下无打来', '明天下午'],
  ['周溜上午', '周六上午'],
  ['下周溜上午', '下周六上午'],
  ['后天两典', '后天两点'],
  ['礼拜三下雾', '周三下午'],
  ['礼拜天三典吧', '周日三点'],
  ['礼拜六尚午', '周六上午'],
  ['下周无下午三点', '下周五 15:00'],
  ['礼拜无上午十点', '周五 10:00'],
  ['礼拜留下午', '周六下午'],
  ['周午下午', '周五下午'],
  ['下周一晚尚七点', '下周一 19:00'],
  ['今天完上八点', '今天 20:00'],
  ['后天中舞', '后天中午'],
  ['明天中五', '明天中午'],
  ['后天下五三点', '后天 15:00'],
  ['明田中午', '明天中午'],
  ['后添中午', '后天中午'],
  ['下走三吧', '下周三'],
  ['下周二早桑八点', '下周二 8:00'],
  ['大年出三下午', '大年初三下午'],
  ['上午就点半', '9:30'],
  ['晚上吧点', '20:00'],
  ['明天下午三店', '明天 15:00'],
  ['今天晚上漆点半', '今天 19:30'],
  ['理拜天上午十点', '周日 10:00'],
  ['石五号上午', '十五号上午'],
  ['下瞎周一', '下下周一'],
  ['洲三或者周四', '周三或者周四'],
  ['下个悦五号', '下个月五号'],
  ['傍碗六点', '18:00'],
  ['明天上午是点', '明天 10:00'],
])('asked for a day, 「%s」 is heard as %s', (text, value) => {
  expect(heard(date, text)).toBe(value);
});

test.each([
  ['半个小时厚再打', { from: 930, to: 930 }],
  ['两个小食以后', { from: 1_020, to: 1_020 }],
  ['一个小时侯以后', { from: 960, to: 960 }],
])('「%s」 is heard as an hour from now', (text, time) => {
  const answer = answerHeard(date, { text, syllables: syllablesOf(text), asked }, new Map())?.answer;
  expect(answer?.when?.time).toEqual(time);
});

test.each<readonly [string, string | null]>([
  ['明天下雾不好开车', '明天'],
  ['再往下走三公里', null],
  ['往下走', null],
  ['这周莫打', '这周'],
  ['早上无人在家', '早上'],
  ['上午就点个外卖', '上午'],
  ['明天下午我有点事', null],
  ['上班有点忙就三点吧', '三点'],
  ['十五万上下', null],
  ['解放路一百二十八号', null],
  ['亮号', null],
  ['删号', null],
  ['旧号', null],
  ['走一步', null],
  ['三个小事', null],
  ['去三店', null],
  ['明天去三店', '明天'],
  ['下各方面', null],
  ['明天要是有点晚就后天', '后天'],
])('asked for a day, 「%s」 stays as it is written', (text, value) => {
  expect(heard(date, text)).toBe(value);
});

const number: Accepts = { type: 'number' };
const amount: Accepts = { type: 'amount' };
test.each<readonly [Accepts, string, string | null]>([
  [number, '三百武十度', '350'],
  [amount, '六签块钱吧', '6000'],
  [amount, '六签', '6000'],
  [number, '用了似年', '4'],
  [number, '八十酒平', '89'],
  [number, '二石个', '20'],
  [number, '大概巴十斤', '80'],
  [number, '留个人', null],
  [number, '八千巴', '8000'],
  [number, '八千吧', '8000'],
  [number, '一百就好', '100'],
  [amount, '合同一年一签', '1'],
  [amount, '六十期', null],
  [number, '六十期', '60'],
  [number, '三室一厅四十平', '40'],
  [number, '三石一厅', '1'],
  [number, '一晚要五百', '500'],
  [number, '两晚', '2'],
  [number, '留个电话', null],
  [number, '试一下', null],
  [number, '五十万起', '500000'],
  [number, '有是有', null],
])('asked for %j, 「%s」 is heard as %s', (accepts, text, value) => {
  expect(heard(accepts, text)).toBe(value);
});

const phone: Accepts = { type: 'phone' };
const keys: Accepts = { type: 'keys', min: 4, max: 6, end: null };
test.each<readonly [Accepts, string, string | null]>([
  [phone, '一三酒二八四零六六七五', '13928406675'],
  [phone, '一三就八六五二七七四零', '13986527740'],
  [phone, '一三就八，六五二七，七四零', '13986527740'],
  [phone, '幺五二漆四一九零六八三', '15274190683'],
  [phone, '幺五八起三六零四二一九', '15873604219'],
  [phone, '一三六扒二五七零四九一', '13682570491'],
  [phone, '是一三六扒二五七零四九一', '13682570491'],
  [phone, '药三八零零一三八零零零', '13800138000'],
  [phone, '四零零扒二零八八二零', '4008208820'],
  // Whole numbers, and what is none even so.
  [phone, '六一二三四五六七', '61234567'],
  [phone, '一三八零零一三八零零零就这个', '13800138000'],
  [phone, '不是一三八零零一三八零零零是一三九零零一三八零零零', '13900138000'],
  [phone, '一三八零零一三八零零吧', null],
  [phone, '一三就八六五二七七', null],
  [phone, '一三八零零一三就八零零零', null],
  [keys, '四期三九', '4739'],
  [keys, '不是幺三八是幺五八', null],
  [keys, '不要九九八', null],
  [keys, '四七三九', '4739'],
])('asked for %j, 「%s」 is heard as %s', (accepts, text, value) => {
  expect(heard(accepts, text)).toBe(value);
});

const fault = optionsOf('漏水', '不热', '上不了水');
const place = optionsOf('影棚', '外景');
const whom = optionsOf('自己', '孩子', '爸妈');
test.each<readonly [Accepts, string, string | null]>([
  [fault, '楼水', '漏水'],
  [fault, '水布热', '不热'],
  [fault, '上不料水', '上不了水'],
  [place, '在影蓬里拍', '影棚'],
  [whom, '我之己', '自己'],
  [whom, '给海子验', '孩子'],
  [fault, '不乐', null],
  [fault, '不是楼水', null],
  [fault, '楼水还是布热', null],
  [whom, '拿本子记', null],
  [whom, '好吧骂你', null],
  [whom, '似子', null],
])('of %j 「%s」 names %s', (accepts, text, value) => {
  expect(heard(accepts, text)).toBe(value);
});

test('without syllables, and of a plan that does not hear its words by ear, a sentence is what is written', () => {
  expect(heard(date, '明天下无', [])).toBe('明天');
  expect(heard(amount, '六签', [])).toBe('6');
  expect(heard(phone, '一三酒二八四零六六七五', [])).toBeNull();
  expect(optionSoundsOf(smallPlan, syllablesOf).size).toBe(0);
});

test('the sentence that was read stands character by character where it was said', () => {
  const text = ' 明天 下无，';
  expect(answerHeard(date, { text, syllables: syllablesOf(text), asked }, new Map())?.text).toBe(' 明天 下午，');
});

test('a long sentence is not read again', () => {
  const text = `${'我想想'.repeat(40)}明天下无`;
  expect(heard(date, text)).toBe('明天');
});
