import { useQuery } from '@tanstack/react-query';

/** A province with its cities, a city with its counties; 海外 has nothing below it. */
interface Region {
  readonly code: string;
  readonly name: string;
  readonly within: readonly Region[];
}
type Regions = readonly Region[];

interface Level {
  readonly all: Regions;
  readonly chosen: Region | null;
}

/** The levels on the way to a code, the one below it too: what each offers and what of it is chosen. */
export const regionsOf = (regions: Regions, code: string): readonly Level[] => {
  const levels: Level[] = [];
  for (let all = regions; all.length > 0; ) {
    const chosen = all.find(each => code.startsWith(each.code)) ?? null;
    levels.push({ all, chosen });
    all = chosen?.within ?? [];
  }
  return levels;
};

/** Every region, one after the other, each with its name from the top: 广东省/深圳市. */
export const everyRegion = (
  regions: Regions,
  above = '',
): readonly { readonly code: string; readonly name: string }[] =>
  regions.flatMap(({ code, name, within }) => [
    { code, name: above + name },
    ...everyRegion(within, `${above}${name}/`),
  ]);

/** The whole tree, fetched when somebody first looks at it. */
export const useRegions = (enabled = true): Regions | undefined =>
  useQuery({
    queryKey: ['regions'],
    queryFn: async (): Promise<Regions> => (await import('@lianxian/core/regions')).regions,
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  }).data;
