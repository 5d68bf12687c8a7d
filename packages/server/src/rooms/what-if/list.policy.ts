import { type Group, type Lane, type ListAhead, lanes } from '@lianxian/core';

/** Numbers of a sample that were never called. */
export interface FreshOfProvince {
  readonly lane: Lane;
  readonly province: string | null;
  readonly numbers: number;
}

type List = Omit<ListAhead, 'local' | 'openings'>;

/**
 * The fresh numbers of a list, which come by lane, dealt to provinces as those of a sample are: so each is called in the hours
 * of its province, and answers as they do there. A lane of which the sample has none stays whole.
 */
export const byProvinces = (list: List, sample: readonly FreshOfProvince[]): List => {
  const groups: Group[] = [...list.groups];
  const waiting: ListAhead['waiting'][number][] = [];
  for (const some of list.waiting) {
    const alike = some.last === null ? sample.filter(({ lane }) => lane === some.group) : [];
    const seen = alike.reduce((sum, { numbers }) => sum + numbers, 0);
    if (seen === 0) {
      waiting.push(some);
      continue;
    }
    for (const { lane, province, numbers } of alike) {
      const home = province === null ? list.groups[lane]!.home : { province, zones: [] };
      groups.push({ practice: lane === lanes.practice, home });
      waiting.push({ ...some, group: groups.length - 1, numbers: (some.numbers * numbers) / seen });
    }
  }
  return { ...list, groups, waiting: whole(waiting, list.waiting) };
};

/** Numbers are whole: what was cut off parts goes to the largest, so that the sum stays. */
const whole = (parts: readonly ListAhead['waiting'][number][], of: ListAhead['waiting']): ListAhead['waiting'] => {
  const all = of.reduce((sum, { numbers }) => sum + numbers, 0);
  const cut = parts.map(part => ({ ...part, numbers: Math.floor(part.numbers) }));
  const left = all - cut.reduce((sum, { numbers }) => sum + numbers, 0);
  const largest = cut.reduce((most, { numbers }, at) => (numbers > (cut[most]?.numbers ?? -1) ? at : most), 0);
  return cut.map((part, at) => (at === largest ? { ...part, numbers: part.numbers + left } : part));
};
