import type { Shape } from '../shape.ts';
import type { words as source } from '../zh-CN/week.ts';

/** Words of the week of hours. */
export const words: Shape<typeof source> = {
  day: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  closedDay: 'no calls',
  whole: 'All day',
  usual: '9:00–20:00',
  clear: 'Clear',
  addRange: 'Add hours',
  removeRange: 'Remove {{range}}',
  from: 'Start',
  to: 'End',
  days: 'Days',
  everyDay: 'Every day',
  workdays: 'Weekdays',
  weekend: 'Weekend',
  wrongTime: 'Use a format like 9:00, with the end after the start',
  own: {
    day: 'Date',
    province: 'Province',
    hours: 'Hours',
    closed: 'No calls',
    remove: 'Remove {{key}}',
    addDay: 'Add a day',
    addProvince: 'Add a province',
  },
};
