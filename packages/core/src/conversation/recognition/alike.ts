/**
 * How sentences are made comparable before likeness is measured: what only makes them polite goes, and what telephone
 * callers say for one another becomes one word. General Chinese only; nothing here knows any trade.
 */
import { isNegative, tidy } from './text.ts';

const filler =
  /请问一下|请问|麻烦问一下|我想问一下|想问一下|我问一下|问一下|我想问|我想知道|想知道|我想了解一下|想了解一下|了解一下|跟我说一下|告诉我一下|告诉我|帮我看一下|帮我|那个啥|那个什么|就是说|的话|这样子|一下子|一下|然后呢|然后|其实|到底|究竟|大概|大约|比如说|话说|麻烦|你好|您好|喂/g;

/** Each row: what is written → what it is compared as. The longer ones first; no result is a key of a later row. */
const equal: readonly (readonly [RegExp, string])[] = [
  [
    /多少钱|啥价钱|啥价|什么价格|什么价钱|什么价位|什么价|怎么收费|怎么收的费|怎么卖|收多少|几块钱|几多钱|要花多少/g,
    '价格',
  ],
  [/价钱|价位|费用|收费|报价|学费/g, '价格'],
  [/(?:价格)+是?要?多少|多少价格|贵不贵/g, '价格'],
  [/什么时候|啥时候|哪天|几号|几点钟|几点|什么时间|何时|多会儿/g, '时刻'],
  [/在?(?:什么地方|啥地方|哪个地方|哪里|哪儿|哪块)|在哪|地址|位置/g, '地点'],
  [/为什么|为啥|凭什么|干嘛|怎么会/g, '缘由'],
  [/怎么样|咋样|如何|怎样|怎么弄|怎么办|怎么|咋/g, '怎么'],
  [/有没有|有无/g, '有'],
  [/是不是|是否/g, '是'],
  [/能不能|可不可以|可以不可以|能否|可否|可以|能够/g, '能'],
  [/要不要|用不用|需不需要|需要/g, '要'],
  [/什么|啥/g, '何'],
  [
    /贵公司|你们公司|你们单位|你们机构|你们那边|你们这边|你们那里|你们这里|你们那儿|你们这儿|你们家|你那边|你这边|你们|您/g,
    '你',
  ],
  [/我们这边|我这边|我们|咱们|咱|俺/g, '我'],
  [/便宜一点|便宜点|少一点|少点|打个折|打折|优惠一点|优惠点|优惠|折扣|便宜/g, '便宜'],
  [/电话号码|手机号码|手机号|号码|电话/g, '电话'],
  [/小孩子|小朋友|孩子|小孩|娃娃|娃|宝宝/g, '孩子'],
  [/多久|多长时间|几天/g, '多久'],
  [/人工客服|真人|人工|活人/g, '人工'],
  [/机器人|智能语音|电脑|人工智能/g, '机器'],
  [/没有时间|没时间|没空|没工夫|没功夫|腾不出时间/g, '没时间'],
  [/晓得|清楚|明白/g, '知道'],
  [/立刻|马上|现在|目前|这会儿/g, '现在'],
  [/退费|退钱|退款/g, '退钱'],
];

const dropped = /[\s，。！？、；：,.!?;:…~“”"'（）()《》\-呢吧的啦了哈诶唉呃额哎啊呀哦噢喔嗯吗嘛就都也还这那]/g;

export interface Comparable {
  readonly text: string;
  readonly isNegative: boolean;
}

/** A sentence as it is compared; its negation is told from what was said. */
export const comparable = (sentence: string): Comparable => {
  const tidied = tidy(sentence);
  let text = tidied.replace(filler, '');
  for (const [pattern, same] of equal) text = text.replace(pattern, same);
  return { text: text.replace(dropped, ''), isNegative: isNegative(tidied) };
};
