import type { ColumnType, Generated } from 'kysely';

type Id = string;

/** The common word library, and the guide questions of plans. */
export interface KeywordTables {
  keyword_group: {
    merchant_id: Id;
    id: Generated<Id>;
    name: string;
    semantic: '肯定' | '否定' | '拒绝' | '自定义';
    note: string;
    changed_at: ColumnType<Date, Date | undefined, Date>;
    changed_by: Id | null;
  };
  keyword: {
    merchant_id: Id;
    id: Generated<Id>;
    group_id: Id;
    kind: 'simple' | 'combined' | 'exact' | 'pattern' | 'sound' | 'like';
    text: string;
  };
  guide_question: {
    merchant_id: Id;
    id: Generated<Id>;
    plan_id: Id;
    sort: number;
    title: string;
    type: number;
    options: ColumnType<readonly { readonly v: string; readonly n: string }[], string, string>;
    is_root: boolean;
    is_required: boolean;
    has_other: boolean;
  };
}
