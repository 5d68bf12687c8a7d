import type { OutputOf, userEndpoints } from '@lianxian/contract';
import { builtInBranding } from '@lianxian/contract/branding';

export type PageInfo = OutputOf<(typeof userEndpoints)['pageInfo']>;

/** What the server writes into index.html, so that nothing flashes: no request is needed before the first paint. */
interface Settings {
  /** Base of API, push socket and downloads; empty is the page's own host. */
  readonly apiHost: string;
  readonly version: string;
  /** Origins of other systems whose pages may show ours in a frame, and speak with openSip there. */
  readonly frames: readonly string[];
  /** Branding of the host; null when the server did not know it in time. */
  readonly pageInfo: PageInfo | null;
}

const parse = (text: string): Settings => {
  const given = JSON.parse(text) as Partial<Settings>;
  return {
    apiHost: (given.apiHost ?? '').replace(/\/+$/, ''),
    version: given.version ?? '',
    frames: given.frames ?? [],
    pageInfo: given.pageInfo ? { ...builtInBranding, ...given.pageInfo } : null,
  };
};

export const settings: Settings = parse(document.getElementById('settings')?.textContent || '{}');

/** An address of the server: `path` begins with `/`. */
export const serverUrl = (path: string): string => `${settings.apiHost}${path}`;
