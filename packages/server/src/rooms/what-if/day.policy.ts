import { type Group, type ListAhead, lanes } from '@lianxian/core';

type List = Omit<ListAhead, 'local' | 'openings'>;

interface OfDay {
  readonly first: readonly {
    readonly practice: boolean;
    readonly province: string | null;
    readonly numbers: number;
  }[];
  readonly redials: readonly {
    readonly practice: boolean;
    readonly last: NonNullable<ListAhead['waiting'][number]['last']>;
    readonly tries: number;
    readonly inMinutes: number;
    readonly numbers: number;
  }[];
}

const laneOf = (practice: boolean) => (practice ? lanes.practice : lanes.ordinary);

/**
 * The list as it stood that morning: who was called for the first time then or later beside those who still wait, and who was
 * redialled on the day, at the time it was. What of the lines was down is forgotten.
 */
export const listOfDay = (list: List, { first, redials }: OfDay): List => {
  const groups: Group[] = [...list.groups];
  const since = first.map(({ practice, province, numbers }) => {
    const home = province === null ? list.groups[laneOf(practice)]!.home : { province, zones: [] };
    groups.push({ practice, home });
    return { group: groups.length - 1, tried: {}, last: null, inMinutes: 0, numbers };
  });
  const again = redials.map(({ practice, last, tries, inMinutes, numbers }) => ({
    ...{ group: laneOf(practice), tried: { [last]: tries }, last, inMinutes, numbers },
  }));
  return {
    ...list,
    groups,
    lines: list.lines.map(line => ({ ...line, isDown: false })),
    waiting: [...list.waiting.filter(({ last }) => last === null), ...since, ...again],
    calling: [],
  };
};
