/**
 * What is said beside an answer. Where that is nothing but how one speaks (那就…吧, 我想约…, …可以吗) the whole sentence is the answer.
 */
import type { Accepts } from '../plan/plan.ts';

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text without these places of it, which stand in their order. */
export const without = (text: string, spans: readonly Span[]): string => {
  let [left, at] = ['', 0];
  for (const { start, end } of spans) {
    left += text.slice(at, start);
    at = end;
  }
  return left + text.slice(at);
};

/** The same of words, wherever they stand last. */
export const withoutLast = (text: string, words: string): string => {
  const start = words === '' ? -1 : text.lastIndexOf(words);
  return start < 0 ? text : without(text, [{ start, end: start + words.length }]);
};

const mark = /[\s\p{P}]/u;
/** The longest first: each is taken where it stands, and what is left over is something said. */
const sticky = (...words: readonly string[]): RegExp =>
  new RegExp(`(?:${words.toSorted((a, b) => b.length - a.length).join('|')})`, 'y');
const listed = (words: string): readonly string[] => words.trim().split(/\s+/);

const speaking = listed(`
  啊 呀 哦 噢 喔 嗯 恩 呢 吧 的 啦 了 哈 诶 唉 呃 额 哎 嘛 呗 咯 哟 喽 那 那个 那么 这 这个 这样 就 就是 是 是的 对 对的 好 好的 行 成 中 ok
  喂 你好 您好 我 我们 咱 咱们 给我 帮我 给我们 帮我们 麻烦 麻烦你 麻烦您 请 你看 您看 你们看 要 想 想要 选 选择 定 订 约 预约 安排 登记 报 在 到
  去 来 过来 过去 改 改成 改到 换成 换到 都 也 也行 都行 还是 应该 应该是 大概 大约 可能 估计 差不多 左右 暂时 暂定 先 最好 主要 可以 可以的 没问题
  没关系 行不行 可不可以 好不好 怎么样 谢谢 谢谢你 谢谢您 的话 算是 一般 比较 方便 合适 吗 么
`);
const dates = listed(
  '时间 日期 时候 那天 这天 有空 有时间 得闲 下班 下了班 再打 打来 再打来 打过来 再打过来 打给我 再打给我 给我打 给我打电话 打电话 联系 再联系 联系我 回电 回我 除了 除 以外 之外 外 或 或者 和 跟 还有 随便 一天 钟 以后 之后 之前',
);
const figures = listed(
  `个 位 人 大人 小孩 孩子 岁 年 月 天 次 块 块钱 元 钱 号 斤 家 套 台 辆 件 间 层 亩 平 平米 米 公里 小时 钟头 分钟 分 盒 瓶 份 张 本 名 口 只 头 趟 回
   一共 总共 多 号码 电话 手机 手机号 尾号`,
);
const choices = listed(
  '个 种 款 版 型 档 只 条 那种 这种 那款 这款 那个 这个 一种 一款 一个 我家 我们家 咱家 家里 养的 用的',
);

const fillers: Readonly<Record<Accepts['type'], RegExp | null>> = {
  text: null,
  date: sticky(...speaking, ...dates),
  number: sticky(...speaking, ...figures),
  amount: sticky(...speaking, ...figures),
  phone: sticky(...speaking, ...figures),
  keys: sticky(...speaking, ...figures),
  choice: sticky(...speaking, ...choices),
};

/** Is nothing said beside an answer of this kind? Of a text nobody can tell what is beside it. */
export const saysOnlyIt = ({ type }: Accepts, beside: string): boolean => {
  const filler = fillers[type];
  if (filler === null) return false;
  for (let at = 0; at < beside.length; ) {
    filler.lastIndex = at;
    const said = mark.test(beside[at]!) ? beside[at]! : filler.exec(beside)?.[0];
    if (said === undefined) return false;
    at += said.length;
  }
  return true;
};
