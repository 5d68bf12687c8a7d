import { builtInBranding } from '@lianxian/contract/branding';
import { post } from '../api/wire.ts';
import { type PageInfo, settings } from './settings.ts';

let known: Promise<PageInfo> | null = null;

/** The branding of this host: inlined by the server, else asked once; built in when the answer fails. */
export const branding = (): Promise<PageInfo> => {
  known ??= settings.pageInfo
    ? Promise.resolve(settings.pageInfo)
    : post<PageInfo>('user/pageInfo', {}, { quiet: true })
        .then(info => ({ ...builtInBranding, ...info }))
        .catch(() => builtInBranding);
  return known;
};
