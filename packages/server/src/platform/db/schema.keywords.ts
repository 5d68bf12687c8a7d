import type { KeywordKind, Semantic } from '@lianxian/contract';
import type { ColumnType, Generated } from 'kysely';

type Id = string;

/** The common word library, and the guide questions of plans. */
export interface KeywordTables {
  keywordGroup: {
    merchantId: Id;
    id: Generated<Id>;
    name: string;
    semantic: Semantic;
    note: string;
    changedAt: ColumnType<Date, Date | undefined, Date>;
    changedBy: Id | null;
  };
  keyword: {
    merchantId: Id;
    id: Generated<Id>;
    groupId: Id;
    kind: KeywordKind;
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
