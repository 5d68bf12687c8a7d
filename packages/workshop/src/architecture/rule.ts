import type { Source } from './sources.ts';

export type Rule = (sources: readonly Source[]) => Complaint[];
export interface Complaint {
  readonly rule: string;
  readonly file: string;
  readonly says: string;
}

/** Exceptions are one list, each with its reason; one that no longer matches anything is a complaint itself. */
export interface Exception {
  readonly file: string;
  readonly rule: string;
  readonly because: string;
}
