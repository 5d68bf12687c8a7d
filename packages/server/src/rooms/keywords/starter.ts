import { type PlanPart, planParts, type Recognised } from '@lianxian/core';
import type { MerchantDb } from '../../platform/db/index.ts';
import { type ChangedBy, type GroupFields, insertGroup, namesTaken } from './groups.store.ts';
import { keywordsOf } from './words.policy.ts';
import { insertWords } from './words.store.ts';

interface StarterGroup extends GroupFields {
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

interface AddedGroup extends GroupFields {
  readonly id: string;
}

/** The names that no group of the merchant has. */
export const startersMissing = async (db: MerchantDb): Promise<readonly string[]> => {
  const names = starter.map(({ name }) => name);
  const taken = await namesTaken(db, names);
  return names.filter(name => !taken.has(name));
};

/** Adds the starter library and answers what is new of it; groups that are called so already stay as they are. */
export const addStarters = async (db: MerchantDb, by: ChangedBy): Promise<readonly AddedGroup[]> => {
  const added: AddedGroup[] = [];
  for (const { hears, ...group } of starter) {
    const id = await insertGroup(db, group, by);
    if (id === null) continue;
    await insertWords(db, id, keywordsOf(hears));
    added.push({ id, ...group });
  }
  return added;
};

/** Gives a new merchant the starter library. */
export const seedKeywords = async (db: MerchantDb, at: Date): Promise<void> => {
  await addStarters(db, { employeeId: null, at });
};
