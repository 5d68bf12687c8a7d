import type { Said } from './language.ts';

/** One sentence in the three languages, Simplified Chinese first. The mark lets a page leave out what it does not show. */
// #__NO_SIDE_EFFECTS__
export const say = (cn: string, tw: string, en: string): Said => ({ 'zh-CN': cn, 'zh-TW': tw, en });
