import type { Shape } from '../shape.ts';
import type { words as source } from '../zh-CN/week.ts';

/** Words of the week of hours. */
export const words: Shape<typeof source> = {
  day: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  closedDay: 'no calls',
  whole: 'Whole day',
  usual: '9:00–20:00',
  clear: 'Clear',
  addRange: 'Add hours',
  removeRange: 'Remove {{range}}',
  from: 'Start',
  to: 'End',
  days: 'Which days',
  everyDay: 'Every day',
  workdays: 'Monday to Friday',
  weekend: 'Weekend',
  wrongTime: 'Write it like 9:00, the end after the start',
};
