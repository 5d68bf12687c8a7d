/**
 * What stands around words of time or figures: whether they suit, belong together, are all meant. Texts are clauses: what a
 * recogniser left blank between words is a comma (`clausesOf`).
 */

const anyOf = (...words: readonly string[]): string => `(?:${words.join('|')})`;

/** Said between a time and what is thought of it. */
const lead = `${anyOf(
  ...['的话', '那天', '这天', '那会儿?', '这会儿?', '那?个?时间', '呢', '吧', '啊', '嘛', '哈', '，', ','],
  ...['我们', '我这边', '这边', '我', '他', '她', '它', '孩子', '小孩', '宝宝', '老师', '家里', '家长', '老公', '老婆'],
  ...[
    '可能',
    '恐怕',
    '估计',
    '应该',
    '肯定',
    '确实',
    '就是',
    '就',
    '也',
    '都',
    '还是',
    '还',
    '又',
    '得',
    '要',
    '实在',
    '真的?',
  ],
  ...['刚好', '正好', '反正', '一整天', '整天', '全天', '临时', '已经', '暂时', '好像', '怕是', '是', '那'],
)}{0,6}`;

const busy = [
  ...[
    '有(?:事|课|会|安排|约|点儿?事|别的|其他|班|个会|个局|考试|活动)',
    '上班',
    '加班',
    '值夜?班',
    '出差',
    '开会',
    '上课',
    '补课',
  ],
  ...[
    '考试',
    '[去在]外地',
    '在外面',
    '忙',
    '[要得][去回]',
    '去开',
    '回老家',
    '走不开',
    '[脱抽]不开',
    '起不[来了]',
    '来不了',
    '[过去]不[了去]',
  ],
];
const taken = [
  '够[呛戗]',
  '悬',
  '约[了满]',
  '满了',
  '排满',
  '算了',
  '免谈',
  '人多',
  '堵车',
  '排队',
  '太[早晚赶急紧远近]',
];
const shut = '(?:你们|店里|公司|医院|学校)[也都是]?(?:不上班|休息|放假|关门|不开门|不营业|没人)';
/** 二十号交的钱, 十号是我生日, 今天几号: told or asked, not wished. */
const told =
  '(?:就|才|刚|已经)?[交买办签付定下拿领收寄做拍拔补修](?:的|了|过)|是[^，,]{0,6}(?:生日|纪念日|婚礼)|是?(?:几号|星期几|周几|礼拜几)';
const bad = anyOf(
  '不(?!用|要紧|见不散|管|是(?!很|太|特别|方便))',
  '没(?!问题|关系|事|课|安排|什么|啥)',
  '别(?!的|人|太[晚早迟])',
  '甭',
  ...busy,
  ...taken,
  shut,
  told,
);
const badAfter = new RegExp(
  `^(?:${lead}${bad}|[^，,]{0,4}(?:我)?不要(?!紧)|(?:(?:以[前后]|之[前后])[都也]?|[都也])(?:别|不要|莫)(?:再|给我)?打)`,
);
const badBefore = new RegExp(
  `${anyOf(
    ...[
      '不是',
      '不要',
      '不想',
      '不选',
      '不约',
      '不去',
      '不能',
      '不用',
      '不考虑',
      '不说',
      '没说',
      '没空',
      '别[选约在说]?',
      '别跟我说',
    ],
    ...['避开', '错开', '忙完', '过完', '过了', '等过'],
  )}[是在约安排定选去来]?(?:那个|这个)?$`,
);

const free =
  /^(?!你们|店里|公司|医院|学校)[^，,。；;！!？?]{0,6}?(?:不(?:忙|上班|加班|上课|用上班|用上课|用加班|值班|出差)|没(?:事|课|安排|什么事|啥事|会|问题)|有(?:空|时间|闲)|休息|放假|可以|行|方便|能)/;
const unfree = /^[^，,。；;]{0,3}不(?:可以|行|方便|能)/;
const asks =
  /^[^，,。；;！!？?]{0,4}?(?:行不行|可不可以|方不方便|好不好|有没有|能不能|可以不|成不成|中不中|得唔得|咋样|怎么样)/;

const exceptBefore = /(?:除了|除去|除开|除却|除脱|除咗|除)(?:了|掉)?$/;
const exceptAfter = /^(?:除外|以外|之外|外)/;
/** 周一周二不行，其余随便. */
const allOthers =
  /^[^，,。]{0,4}(?:不|没)[^，,。]{0,4}[，,]?(?:其余|其他|其它|别的|剩下|另外)(?:的|天儿?|时间|几天|日子|那几天)*(?:都|随便|哪天|全)/;
/** 「哦不后天」: the no is of what was said before. */
const takesBack = /(?:[哦噢喔啊呃额嗯诶哎唉]|^)不+(?:对|是|行)*[，,]?$/;
const takesBackOnly = (before: string): boolean => takesBack.test(before) && !/(?:不是|不要)$/.test(before);

/** All but these: 除了周三, 周三除外. */
export const isExcept = (before: string, after: string): boolean =>
  exceptBefore.test(before) || exceptAfter.test(after) || allOthers.test(after);

/** 「今天没空后天吧」: said of the day before it and of nothing behind it. */
const badOfLast = new RegExp(`^${lead}(?:没空|不能|不去)$`);

/**
 * It is named to say that it does not suit. `before`, `after`: the text from and to the next of its kind; `follows`: there
 * is one before it.
 */
export const isNegated = (before: string, after: string, follows = false): boolean => {
  const isOfLast = takesBackOnly(before) || (follows && badOfLast.test(before));
  if (!isOfLast && badBefore.test(before)) return true;
  if (asks.test(after) || (free.test(after) && !unfree.test(after))) return false;
  return badAfter.test(after);
};

/** It is named for something else: 三箱吃不完, 四十四有点挤, 有一份不放辣. */
export const isBesides = (before: string, after: string): boolean =>
  /(?:其中|里面)有?$|^有$|[，,]有$/.test(before) ||
  /^[^，,]{0,2}(?:吃不完|用不完|用不了|装不下|放不下|不够|不要|不行|多了|少了|太[多少大小贵]|有点儿?[挤紧小大贵多少]|没有|都不)/.test(
    after,
  );

/** 周三吧，实在不行周四: the first is meant, the other one if it must be. */
const ifNot = /(?:实在|要是|如果|万一|假如)[^，,。]{0,3}不(?:行|成|可以)(?:的话)?[，,]?(?:就|再|那就)?$/;

/** What is between two moments makes the second a way out of the first. */
export const isWayOut = (gap: string): boolean => ifNot.test(gap);

/** Between two moments of which both are meant: 周一上午或者周三下午, 要么周三要么周四, and 周三可以，周四也可以. */
export const isOr = (gap: string, after: string): boolean =>
  /^[，,]?(?:或者?(?:是)?|和|跟|以及|及|、|还有|要么|要不然?就?|再不然?)[，,]?$/.test(gap) ||
  /^(?:[，,]|我)?也(?:行|可以|好|成|没问题|有空|有时间|能|方便)/.test(after);

/** Between two words of time of a kind: from … to, both of them, or neither. */
export const joins = (gap: string): 'to' | 'and' | null => {
  if (/^[号日]?(?:一直)?(?:到|至|-|~|—+|–)了?$/.test(gap)) return 'to';
  return /^(?:[，,]?(?:和|跟|、|或|或者是?|还有|与|以及|及|或是)[，,]?)?$/.test(gap) ? 'and' : null;
};

const LONGEST_GAP = 14;
const thinking =
  /^[\s，,、。的那就嗯呃额啊吧是呢要我你想约大概差不多可能应该最好天个在得等到了咯哟喔呗哈呐噻撒嘞伐左右前后当下还也可以行好都改成换哦不对有空来去再早晚点儿咱们]*$/;

/** Between words of one moment: nothing but what one says while one thinks. */
export const resumes = (gap: string): boolean => gap.length <= LONGEST_GAP && thinking.test(gap);

/** What follows says that all of them do: 周六，周日都行. */
export const takesAll = (after: string): boolean =>
  /^(?:[，,]|我|这两天|两天|这|那|几天|哪天|任选|其实|基本上?|应该|全部?)*(?:都(?:行|可以|好|没问题|有空|有时间|成|能|方便|ok|可|没事|在)|哪天都)/.test(
    after,
  );
