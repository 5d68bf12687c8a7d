/*
 * How a day and an hour are named. {w}: 三, {next}: 下 where it is of the week to come, {m} and {d} in figures of speech,
 * {rel}: 后天, {part}: 上午, {h}: 九点.
 */
export const weekdays = ['一', '二', '三', '四', '五', '六', '天'] as const;

export const byWeekday: readonly string[] = [
  '{next}礼拜{w}{part}',
  '{next}星期{w}{part}',
  '{next}礼拜{w}{part}{h}',
  '就{next}礼拜{w}{part}',
  '{next}礼拜{w}{part}我倒是有空',
  '要不{next}星期{w}{part}{h}',
];

export const byDate: readonly string[] = [
  '{d}号{part}',
  '{m}月{d}号{part}',
  '{d}号{part}{h}',
  '等到{d}号{part}',
  '我看{m}月{d}号{part}行',
];

export const byDistance: readonly string[] = [
  '{rel}{part}',
  '{rel}{part}{h}',
  '就{rel}{part}',
  '{rel}{part}有工夫',
  '赶{rel}{part}过去',
];

/** Today … three days on. */
export const distances: readonly (readonly string[])[] = [
  ['今天', '今儿个'],
  ['明天', '明儿个', '明儿'],
  ['后天', '后儿个', '后儿'],
  ['大后天', '大后天'],
];

export const plainly: readonly string[] = ['{next}周{w}{part}{h}', '{m}月{d}号{part}{h}'];

export interface PartSaid {
  /** 0 before noon, 1 after it. */
  readonly half: 0 | 1;
  readonly said: readonly string[];
  /** As everybody says it. */
  readonly plain: string;
  /** With the minute of the day; null where it is about then. */
  readonly hours: readonly (readonly [said: string, minute: number | null])[];
}

export const parts: readonly PartSaid[] = [
  {
    half: 0,
    said: ['上午', '早上', '头晌'],
    plain: '上午',
    hours: [
      ['九点', 540],
      ['十点', 600],
      ['九点半', 570],
      ['十点来钟', null],
    ],
  },
  {
    half: 1,
    said: ['下午', '下半天', '后半晌'],
    plain: '下午',
    hours: [
      ['两点', 840],
      ['三点', 900],
      ['三点半', 930],
      ['四点多', null],
    ],
  },
];

/** Whatever hour it is, up to which one. */
export const otherParts: readonly { readonly until: number; readonly said: string; readonly half: 0 | 1 }[] = [
  { until: 6, said: '凌晨', half: 0 },
  { until: 12, said: '早上', half: 0 },
  { until: 18, said: '下午', half: 1 },
  { until: 24, said: '晚上', half: 1 },
];
