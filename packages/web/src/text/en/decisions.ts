import type { Shape } from '../shape.ts';
import type { words as source } from '../zh-CN/decisions.ts';

export const words: Shape<typeof source> = {
  title: 'Decisions',
  search: 'Whole number',
  today: 'Today',
  conditions: { time: 'Time', task: 'Task', kinds: 'Decision', because: 'Why', import: 'Import' },
  findTask: 'Task name',
  noTasks: 'No such task',
  findBecause: 'Why',
  noBecause: 'No such reason',
  column: { at: 'Time', phone: 'Number', task: 'Task', kind: 'Decision', text: 'Why', until: 'Until', rule: 'Rule' },
  empty: 'No decisions yet',
  emptyHint:
    'When a task imports, dials, puts off or leaves out a number, the reason is kept here and can’t be changed.',
  none: 'Nothing matches',
  noneHint: 'Widen the filter or clear it.',
  failed: 'Couldn’t load decisions',
  summary: 'Where the numbers went',
  numbers: '{{n}} numbers on the list',
  refused: '{{n}} rows not imported',
  all: 'Decisions of all tasks',
  exportAsk: 'Export the {{n}} rows of this filter as a sheet?',
};
