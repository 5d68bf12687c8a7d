/** What stands around words of time: whether they suit, belong together, are all meant. */

const free =
  /^[^，,。；;！!？?]{0,6}?(?:不(?:忙|上班|加班|上课|用上班|用上课|用加班|值班|出差)|没(?:事|课|安排|什么事|啥事|会|问题)|有(?:空|时间|闲)|休息|放假|可以|行|方便|能)/;
const asks = /^[^，,。；;！!？?]{0,4}?(?:行不行|可不可以|方不方便|好不好|有没有|能不能|可以不|成不成|咋样|怎么样)/;
const lead =
  '(?:的话|那天|这天|那会儿?|这会儿?|那个?时间|呢|吧|啊|嘛|哈|，|,|我|我们|他|她|它|孩子|小孩|宝宝|老师|家里|家长|老公|老婆|可能|恐怕|估计|应该|肯定|确实|就|也|都|是|还|还是|又|得|要|实在|真的?|刚好|正好|反正|一整天|整天|全天|我这边|这边|临时|已经|暂时|好像|怕是|那|就是){0,6}';
const bad =
  '(?:不(?!用|要紧|见不散|管|是(?!很|太|特别|方便))|没(?!问题|关系|事|课|安排|什么|啥)|有(?:事|课|会|安排|约|点事|点儿事|别的|其他|班|个会|个局|考试|活动)|上班|加班|值班|值夜班|出差|开会|上课|补课|考试|去外地|在外地|在外面|忙|来不了|去不了|过不去|够呛|够戗|悬|约了|约满|满了|排满|除外|以外|之外|算了|免谈|别(?!的|人)|甭|太(?:早|晚|赶|急|紧|远|近)|人多|堵车|排队|起不来|起不了|走不开|脱不开|抽不开|(?:是)?(?:几号|星期几|周几|礼拜几))';
const badAfter = new RegExp(`^${lead}${bad}`);
const badBefore =
  /(?:不是|不要|不想|不选|不约|不去|不能|不用|不考虑|别选|别约|别在|别|避开|错开|没说|没空|忙完|过完|过了|等过)(?:是|在|约|安排|定|选|去|来|在)?(?:那个|这个)?$/;
const exceptBefore = /(?:除了|除去|除开|除却|除)(?:了|掉)?$/;
const exceptAfter = /^(?:除外|以外|之外|外)/;
/** 「哦不后天」: the no is of what was said before. */
const takesBack = /(?:[哦噢喔啊呃额嗯诶哎唉]|^)不+(?:对|是|行)*[，,]?$/;

const plainly = (before: string): boolean => takesBack.test(before) && !/(?:不是|不要)$/.test(before);

/** All days but these: 除了周三, 周三除外. */
export const isExcept = (before: string, after: string): boolean =>
  exceptBefore.test(before) || exceptAfter.test(after);

/** It is named to say that it does not suit. `before`, `after`: the text from and to the next words of time. */
export const isNegated = (before: string, after: string): boolean => {
  if (!plainly(before) && badBefore.test(before)) return true;
  if (asks.test(after) || (free.test(after) && !/^[^，,。；;]{0,3}不(?:可以|行|方便|能)/.test(after))) return false;
  return badAfter.test(after);
};

/** 周三吧，实在不行周四: the first is meant, the other one if it must be. */
const ifNot = /(?:实在|要是|如果|万一|假如)[^，,。]{0,3}不(?:行|成|可以)(?:的话)?[，,]?(?:就|再|那就)?$/;

/** What is between two moments makes the second a way out of the first. */
export const isWayOut = (gap: string): boolean => ifNot.test(gap);

/** Between two moments of which both are meant: 周一上午或者周三下午, 要么周三要么周四, and 周三可以，周四也可以. */
export const isOr = (gap: string, after: string): boolean =>
  /^(?:[，,])?(?:或者?(?:是)?|和|跟|以及|及|、|还有|要么|要不然?就?|再不然?)$/.test(gap) ||
  /^(?:[，,]|我)?也(?:行|可以|好|成|没问题|有空|有时间|能|方便)/.test(after);

/** Between two words of time of a kind: from … to, both of them, or neither. */
export const joins = (gap: string): 'to' | 'and' | null => {
  if (/^(?:[号日]?(?:一直)?(?:到|至|-|~|—+|–)(?:了)?)$/.test(gap)) return 'to';
  return /^(?:和|跟|、|或|或者|或者是|还有|与|以及|及|或是|，或者|,或者)?$/.test(gap) ? 'and' : null;
};

/** Between words of one moment: nothing but what one says while one thinks. */
export const resumes = (gap: string): boolean =>
  gap.length <= 14 &&
  /^(?:[\s，,、。的那就嗯呃额啊吧是呢要我你想约大概差不多可能应该最好天个在得等到了左右前后当下还也可以行好都改成换哦不对有空来去再早晚点儿咱们们])*$/.test(
    gap,
  );

/** What follows says that all of them do: 周六，周日都行. */
export const takesAll = (after: string): boolean =>
  /^(?:[，,]|我|这|两天|这两天|那|几天|哪天|任选|其实|基本上?|应该|全部?|，)*都(?:行|可以|好|没问题|有空|有时间|成|能|方便|ok|OK|OKAY|可|没事|在)/.test(
    after,
  );
