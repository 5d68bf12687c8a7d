import type { ColumnType, Generated } from 'kysely';

type Id = string;

/** The common word library, and the guide questions of plans. */
export interface KeywordTables {
  keywordGroup: {
    merchantId: Id;
    id: Generated<Id>;
    name: string;
    semantic: '肯定' | '否定' | '拒绝' | '自定义';
    note: string;
    changedAt: ColumnType<Date, Date | undefined, Date>;
    changedBy: Id | null;
  };
  keyword: {
    merchantId: Id;
    id: Generated<Id>;
    groupId: Id;
    kind: 'simple' | 'combined' | 'exact' | 'pattern' | 'sound' | 'like';
    text: string;
  };
  guideQuestion: {
    merchantId: Id;
    id: Generated<Id>;
    planId: Id;
    sort: number;
    title: string;
    type: 1 | 2;
    options: ColumnType<readonly { readonly v: string; readonly n: string }[], string, string>;
    isRoot: boolean;
    isRequired: boolean;
    hasOther: boolean;
  };
}
