import type { Shape } from '../words.ts';
import type { words as source } from '../zh-CN/tasks.ts';

export const words: Shape<typeof source> = {
  title: 'My tasks',
};
