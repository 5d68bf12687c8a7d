import type { Said } from './language.ts';

/** A sentence of the doctor: what was found, and what to change. */
export interface DoctorSentence {
  readonly found: Said;
  /** Null: nothing has to be changed. */
  readonly change: Said | null;
}

export const say = (cn: string, tw: string, en: string): Said => ({ 'zh-CN': cn, 'zh-TW': tw, en });
export const fine = (found: Said): DoctorSentence => ({ found, change: null });
export const of = (found: Said, change: Said): DoctorSentence => ({ found, change });
