import { type Answer, type Language, refusals } from '@lianxian/contract';
import type { Refusal } from './refusal.ts';
import { refusalText } from './refusal-text.ts';

export const succeeded = (data: unknown): Answer => ({ errorCode: 0, errorMsg: '', data });

export const refused = (refusal: Refusal, language: Language): Answer => ({
  errorCode: refusals[refusal.key].code,
  errorMsg: refusalText(refusal, language),
  data: null,
});
