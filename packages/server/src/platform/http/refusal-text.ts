import { fill, type Language, refusals } from '@lianxian/contract';
import type { Refusal } from './refusal.ts';

/** What is said of it; apart from the refusal itself, which threads throw that need none of the contract. */
export const refusalText = (refusal: Refusal, language: Language): string =>
  fill(refusals[refusal.key][language], refusal.values);
