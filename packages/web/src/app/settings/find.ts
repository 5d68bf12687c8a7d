import { routeNamed } from '../routes.ts';

/** Something one sets, or a page to look at beside it. */
export interface Setting {
  readonly key: string;
  readonly group: 'calling' | 'people' | 'services' | 'account';
  readonly title: string;
  readonly hint: string;
  /** What people call it besides. */
  readonly also: string;
  /** The route it is on, and where there. */
  readonly row: string;
  readonly part?: string;
}

/** To its page, and there to its part. */
export const placeOf = ({ row, part }: Setting): string => `${routeNamed(row).path}${part ? `?at=${part}` : ''}`;

/** Each word of `q` is somewhere in what a setting is called or does. */
export const found = (settings: readonly Setting[], q: string): readonly Setting[] => {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  return settings.filter(({ title, hint, also }) => {
    const text = `${title} ${hint} ${also}`.toLowerCase();
    return words.every(word => text.includes(word));
  });
};
