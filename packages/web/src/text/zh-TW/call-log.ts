import type { Shape } from '../words.ts';
import type { words as source } from '../zh-CN/call-log.ts';

export const words: Shape<typeof source> = {
  title: '通話記錄',
};
