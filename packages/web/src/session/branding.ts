import { builtInBranding } from '@lianxian/contract/branding';
import { type PageInfo, settings } from '../api/settings.ts';
import { post } from '../api/wire.ts';

/** The logo has the name in it: the name is not written beside it. */
export const isWordMark = ({ oemHomeLogo, oemLogoOnly }: Pick<PageInfo, 'oemHomeLogo' | 'oemLogoOnly'>): boolean =>
  oemLogoOnly && oemHomeLogo !== '';

let known: Promise<PageInfo> | null = null;

const ask = (): Promise<PageInfo> =>
  post<PageInfo>('user/pageInfo', {}, { quiet: true }).then(info => ({ ...builtInBranding, ...info }));

/**
 * An answer that is here already, as React's `use` knows it: a part that waited for the branding before is not made to wait
 * for another promise while it is shown.
 */
const isHere = (info: PageInfo): Promise<PageInfo> =>
  Object.assign(Promise.resolve(info), { status: 'fulfilled', value: info } as const);

/** The branding of this host: inlined by the server, else asked once; built in when the answer fails. */
export const branding = (): Promise<PageInfo> => {
  known ??= settings.pageInfo ? isHere(settings.pageInfo) : ask().catch(() => builtInBranding);
  return known;
};

/** Asks again: who signs in belongs to a reseller whose branding wins over the host's. */
export const brandingAgain = async (): Promise<PageInfo> => {
  const before = branding();
  const info = await ask().catch(() => before);
  known = isHere(info);
  return info;
};
