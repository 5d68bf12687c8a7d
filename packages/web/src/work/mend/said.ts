import type { TalkMove } from '@lianxian/contract';

/** A line that a callee said: of a record, or of a test talk with the moves up to it. */
export type SaidLine =
  | { readonly callId: string; readonly line: number; readonly text: string }
  | {
      readonly planId: string;
      readonly node: string;
      readonly text: string;
      readonly moves: readonly TalkMove[];
      readonly variables: Readonly<Record<string, string>>;
      readonly minuteOfDay: number;
    };
