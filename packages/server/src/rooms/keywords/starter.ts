import type { Semantic } from '@lianxian/contract';
import { type PlanPart, planParts, type Recognised } from '@lianxian/core';
import type { MerchantDb } from '../../platform/db/index.ts';
import { insertGroup } from './groups.store.ts';
import { keywordsOf } from './words.policy.ts';
import { insertWords } from './words.store.ts';

interface StarterGroup {
  readonly name: string;
  readonly semantic: Semantic;
  readonly note: string;
  readonly hears: Omit<Recognised, 'groups'>;
}

/** What a part that is offered to plans listens by, as a group. */
const groupOf = ({ name, note, means, hears }: PlanPart): StarterGroup => ({
  name,
  note,
  semantic: means ?? 'own',
  hears,
});

/** What nearly every plan needs, in our own words; a merchant changes it as it likes. */
const starter: readonly StarterGroup[] = [
  {
    name: '肯定',
    semantic: 'yes',
    note: '同意、愿意、有兴趣',
    hears: {
      words: [
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
      sounds: ['可以', '没问题', '感兴趣'],
      likes: ['那你给我讲讲吧', '听起来还不错', '可以先了解一下'],
    },
  },
  {
    name: '否定',
    semantic: 'no',
    note: '这一句不同意，还可以再谈',
    hears: {
      words: ['不需要', '不用了', '不考虑', '没兴趣', '不感兴趣', '不想', '不方便', '算了', '没必要', '用不着', '不了'],
      exact: ['不', '不是', '没有', '不对', '不行'],
      sounds: ['不需要', '没兴趣'],
      likes: ['我暂时没有这个打算', '目前用不上这个'],
    },
  },
  ...planParts.map(groupOf),
];

/** Gives a new merchant the starter library; groups that are called so already stay as they are. */
export const seedKeywords = async (db: MerchantDb, at: Date): Promise<void> => {
  for (const { hears, ...group } of starter) {
    const id = await insertGroup(db, group, { employeeId: null, at });
    if (id !== null) await insertWords(db, id, keywordsOf(hears));
  }
};
