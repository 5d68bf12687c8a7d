import { REGION_LINES } from './regions.data.ts';

/**
 * A region: a province (two figures), a city of it (four), a county of that (six). The first figures of a code are those of
 * the region it lies in. 900000 is everywhere else.
 */
interface Region {
  readonly code: string;
  readonly name: string;
}
interface RegionWithin extends Region {
  readonly within: readonly RegionWithin[];
}

export const OVERSEAS = '900000';

/** Regions of the top level with what lies within them, as a picker shows them. */
export const regions: readonly RegionWithin[] = readRegions(REGION_LINES);

function readRegions(lines: string): readonly RegionWithin[] {
  const provinces: (Region & { readonly within: RegionWithin[] })[] = [];
  for (const line of lines.split('\n')) {
    const [, code = '', name = '', counties = ''] = /^(\d+)([^:]+):?(.*)$/.exec(line) ?? [];
    const within = counties === '' ? [] : counties.split(',').map(county => countyOf(code, county));
    const region = { code, name, within };
    if (code.length === 4) provinces.at(-1)!.within.push(region);
    else provinces.push(region);
  }
  return provinces;
}

function countyOf(city: string, text: string): RegionWithin {
  return { code: city + text.slice(0, 2), name: text.slice(2), within: [] };
}

/** By code, with its name from the top: 广东省/深圳市/南山区. */
const whole: ReadonlyMap<string, string> = new Map(
  regions.flatMap(province => [
    [province.code, province.name] as const,
    ...province.within.flatMap(city => [
      [city.code, `${province.name}/${city.name}`] as const,
      ...city.within.map(county => [county.code, `${province.name}/${city.name}/${county.name}`] as const),
    ]),
  ]),
);

/** A region in words, with those it lies in; undefined: there is none with this code. */
export const regionName = (code: string): string | undefined => whole.get(code);

const codes: ReadonlyMap<string, string> = new Map([...whole].map(([code, name]) => [name, code]));

/** Its code by its words; undefined: they are none's. */
export const regionCode = (name: string): string | undefined => codes.get(name);

/** 广东省 is 广东, 内蒙古自治区 内蒙古: as numbers know their provinces. */
const short = (name: string): string => name.replace(/(?:特别行政区|(?:维吾尔|壮族|回族)?自治区|省|市)$/, '');
const provincesShort: ReadonlyMap<string, RegionWithin> = new Map(regions.map(one => [short(one.name), one]));

/** Counties of a province itself (仙桃) stand below a heading that is no city. */
const isHeading = ({ name }: Region): boolean => /直辖/.test(name);

/** The code of where a number lives, as far as it is known: of its city, else of its province; '' of neither. */
export const regionOfPlace = ({ province, city }: { readonly province: string; readonly city: string }): string => {
  const found = provincesShort.get(short(province));
  if (found === undefined) return '';
  if (city === '') return found.code;
  const cities = found.within.flatMap(one => (isHeading(one) ? one.within : [one]));
  return cities.find(({ name }) => name.startsWith(city))?.code ?? found.code;
};

const restAfter = (text: string, name: string): string | null => {
  const said = [name, short(name)].find(each => text.startsWith(each));
  return said === undefined ? null : text.slice(said.length);
};
const named = (all: readonly Region[], said: string): readonly Region[] =>
  said === '' ? [] : all.filter(({ name }) => restAfter(said, name) === '');
const only = (found: readonly Region[]): string | undefined => (found.length === 1 ? found[0]!.code : undefined);

/**
 * The code of a region as people write it, with or without strokes between and without 省 and 市: 广东省深圳市, 浙江杭州, 上海, 深圳.
 * undefined: none, or more than one, is called so.
 */
export const regionAsWritten = (text: string): string | undefined => {
  const bare = text.replace(/[\s/／·、，,-]+/g, '');
  const province = regions.find(({ name }) => restAfter(bare, name) !== null);
  const rest = province && restAfter(bare, province.name)!;
  if (rest === '') return province!.code;
  const within = province?.within ?? [];
  const inCity = within.flatMap(city => named(city.within, restAfter(rest!, city.name) ?? ''));
  return (
    only(named(within, rest ?? '')) ??
    only(inCity) ??
    only(within.flatMap(city => named(city.within, rest!))) ??
    only(regions.flatMap(one => named(one.within, bare)))
  );
};

/** Fewer characters are in the name of nearly every region. */
const SUGGEST_FROM = 2;

/** Regions whose name holds the text, as `regionName` has it: those that begin with it first. */
export const suggestRegions = (text: string): readonly Region[] => {
  const sought = text.trim();
  if ([...sought].length < SUGGEST_FROM) return [];
  const found = [...whole].filter(([, name]) => name.includes(sought)).map(([code, name]) => ({ code, name }));
  const rank = ({ name }: Region): number => (name.split('/').at(-1)!.startsWith(sought) ? 0 : 1);
  return found.sort((one, other) => rank(one) - rank(other) || one.code.length - other.code.length);
};

/** The code of what was given, in words, by code or both, which must say the same. */
export const regionGiven = ({
  city,
  province,
}: {
  readonly city?: string | undefined;
  readonly province?: string | undefined;
}): { readonly city?: string } | 'unlike' | 'unknown' => {
  if (city === undefined && province === undefined) return {};
  const words = province?.replace(/\s*[/／]\s*/g, '/');
  const byWords = words === undefined || words === '' ? words : regionCode(words);
  if (words !== undefined && byWords === undefined) return 'unknown';
  if (city !== undefined && city !== '' && regionName(city) === undefined) return 'unknown';
  if (!city) return { city: byWords ?? '' };
  if (!byWords || byWords === city) return { city };
  return 'unlike';
};
