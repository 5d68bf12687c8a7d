import type { z } from 'zod';
import type { pageInfo } from './endpoints/user.ts';

/**
 * What a host shows that no reseller has branded, and a page before it knows.
 * A front door of its own, `@lianxian/contract/branding`: the login page needs this value and must not load zod for it.
 */
export const builtInBranding: z.infer<typeof pageInfo> = {
  oemTitle: '连线',
  oemIcon: '',
  oemHomeImg: '',
  oemHomeLogo: '',
  oemHomeTheme: 'default',
  oemColor: '',
  oemSlogan: '',
  oemLogoOnly: false,
  oemOldUrl: '',
  loginTheme: 0,
  message: '',
  languageSwitch: true,
  footer: '',
  oemId: '',
};
