import type { BuiltInMeaning, Exit } from '../conversation/index.ts';

/** What a callee meant by what he said or pressed: the truth that what was heard is held against. */
export type Meant =
  | { readonly type: 'answer'; readonly value: MeantValue }
  /** A way out of the node. */
  | { readonly type: 'way'; readonly exit: Exit; readonly means: BuiltInMeaning | null }
  /** `item`: of the plan's knowledge base; null: of his own. */
  | { readonly type: 'question'; readonly item: string | null }
  /** A greeting, a remark, a good-bye: nothing that decides. */
  | { readonly type: 'chat' };

export type MeantValue =
  /** `half`: 0 before noon, 1 after it. `minute` of the day where an hour was named. */
  | {
      readonly of: 'date';
      readonly day: string;
      readonly half: 0 | 1;
      readonly minute: number | null;
      /** He does not know that the node takes no such day or hour. */
      readonly isOutside?: true;
    }
  | { readonly of: 'figure'; readonly value: number }
  | { readonly of: 'digits'; readonly value: string }
  | { readonly of: 'option'; readonly value: string }
  /** Whatever is kept of the sentence is right. */
  | { readonly of: 'text' };
