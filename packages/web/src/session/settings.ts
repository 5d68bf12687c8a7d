import type { OutputOf, userEndpoints } from '@lianxian/contract';

export type PageInfo = OutputOf<(typeof userEndpoints)['pageInfo']>;

/** What the server writes into index.html, so that nothing flashes: no request is needed before the first paint. */
export interface Settings {
  /** Base of API, push socket and downloads; empty is the page's own host (O-336). */
  readonly apiHost: string;
  readonly version: string;
  /** Branding of the host; null when the server did not know it in time. */
  readonly pageInfo: PageInfo | null;
}

/** Used while the branding cannot be read: no loginTheme, hence the branded login. */
export const builtInBranding: PageInfo = {
  oemTitle: '连线',
  oemIcon: '',
  oemHomeImg: '',
  oemHomeLogo: '',
  oemHomeTheme: 'default',
  oemOldUrl: '',
  loginTheme: 0,
  message: '',
  languageSwitch: true,
};

const parse = (text: string): Settings => {
  const given = JSON.parse(text) as Partial<Settings>;
  return {
    apiHost: (given.apiHost ?? '').replace(/\/+$/, ''),
    version: given.version ?? '',
    pageInfo: given.pageInfo ? { ...builtInBranding, ...given.pageInfo } : null,
  };
};

export const settings: Settings = parse(document.getElementById('settings')?.textContent || '{}');

/** An address of the server: `path` begins with `/`. */
export const serverUrl = (path: string): string => `${settings.apiHost}${path}`;
