import type { KeywordKind, Semantic } from '@lianxian/contract';
import type { MerchantDb } from '../../platform/db/index.ts';
import { insertGroup } from './groups.store.ts';
import type { Keyword } from './words.policy.ts';
import { insertWords } from './words.store.ts';

interface StarterGroup {
  readonly name: string;
  readonly semantic: Semantic;
  readonly note: string;
  readonly words: Partial<Record<KeywordKind, readonly string[]>>;
}

/** What nearly every plan needs, in our own words; a merchant changes it as it likes. */
const starter: readonly StarterGroup[] = [
  {
    name: '肯定',
    semantic: 'yes',
    note: '同意、愿意、有兴趣',
    words: {
      simple: [
        '可以',
        '没问题',
        '需要',
        '有兴趣',
        '感兴趣',
        '愿意',
        '行啊',
        '好的',
        '好啊',
        '当然',
        '想了解',
        '说来听听',
        '方便',
        '是的',
        '没错',
        '同意',
      ],
      exact: ['好', '行', '对', '嗯', '是', '中'],
      sound: ['可以', '没问题', '感兴趣'],
      like: ['那你给我讲讲吧', '听起来还不错', '可以先了解一下'],
    },
  },
  {
    name: '否定',
    semantic: 'no',
    note: '这一句不同意，还可以再谈',
    words: {
      simple: [
        '不需要',
        '不用了',
        '不考虑',
        '没兴趣',
        '不感兴趣',
        '不想',
        '不方便',
        '算了',
        '没必要',
        '用不着',
        '不了',
      ],
      exact: ['不', '不是', '没有', '不对', '不行'],
      sound: ['不需要', '没兴趣'],
      like: ['我暂时没有这个打算', '目前用不上这个'],
    },
  },
  {
    name: '拒绝',
    semantic: 'refuse',
    note: '不愿再谈，也不愿再接到电话',
    words: {
      simple: [
        '别打了',
        '不要再打',
        '别再打',
        '骚扰电话',
        '再打我就投诉',
        '挂了',
        '烦死了',
        '把我号码删了',
        '不要给我打电话',
      ],
      pattern: ['(别|不要|不许)[再]*打[电话|过来]', '(删|去)掉我的(号码|电话)'],
      like: ['以后不要给我打电话了', '你们天天打烦不烦'],
    },
  },
  {
    name: '忙',
    semantic: 'own',
    note: '现在不方便说话',
    words: {
      simple: [
        '在忙',
        '在开会',
        '在开车',
        '没空',
        '没时间',
        '不方便接',
        '在上班',
        '晚点打',
        '改天',
        '回头再说',
        '等会儿',
      ],
      pattern: ['(正|现)在[外面](开会|开车|上课|上班|吃饭)', '(晚点|等会儿|过会儿|明天)*打'],
      like: ['我现在手上有事', '你过一会儿再打过来'],
    },
  },
  {
    name: '你是谁',
    semantic: 'own',
    note: '问来电的是谁',
    words: {
      simple: ['你是谁', '你哪位', '哪个公司', '你们是哪里', '做什么的', '干什么的', '谁啊', '哪里打来的'],
      combined: ['你们+公司+什么'],
      like: ['您是哪家单位的', '你这是什么地方打来的电话'],
    },
  },
  {
    name: '重复',
    semantic: 'own',
    note: '请再说一遍',
    words: {
      simple: ['再说一遍', '重复一下', '刚才说什么', '说的什么', '什么意思'],
      like: ['麻烦你把刚才的话再讲一次'],
    },
  },
  {
    name: '没听清',
    semantic: 'own',
    note: '声音小或信号不好',
    words: {
      simple: ['没听清', '听不清', '听不见', '听不到', '信号不好', '声音太小', '大点声', '太吵了'],
      sound: ['没听清', '听不清'],
      like: ['你那边声音断断续续的'],
    },
  },
  {
    name: '投诉',
    semantic: 'own',
    note: '要投诉、要举报',
    words: { simple: ['投诉', '举报', '报警', '工信部', '12315', '12321'], like: ['我要去有关部门反映你们'] },
  },
  {
    name: '转人工',
    semantic: 'own',
    note: '要真人接听',
    words: {
      simple: ['人工', '真人', '转人工', '人工客服', '找个人跟我说'],
      pattern: ['(找|换|叫|转)[一]个[真]人[工]'],
      sound: ['转人工', '人工客服'],
      like: ['我不想跟机器说话', '你是机器人吗，让真人来讲'],
    },
  },
];

/** Gives a new merchant the starter library; groups that are called so already stay as they are. */
export const seedKeywords = async (db: MerchantDb, at: Date): Promise<void> => {
  for (const { words, ...group } of starter) {
    const id = await insertGroup(db, group, { employeeId: null, at });
    const all = Object.entries(words).flatMap(([kind, texts]): Keyword[] =>
      texts.map(text => ({ kind: kind as KeywordKind, text })),
    );
    if (id !== null) await insertWords(db, id, all);
  }
};
