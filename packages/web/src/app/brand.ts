import { brandingAgain } from '../session/branding.ts';
import type { PageInfo } from '../session/settings.ts';
import { appearance } from '../ui/theme/appearance.ts';

/** Puts a branding on the page: its theme, its title, its icon. */
export const showBrand = ({ oemHomeTheme, oemTitle, oemIcon }: PageInfo): void => {
  appearance.takeTheme(oemHomeTheme);
  document.title = oemTitle;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon && oemIcon) icon.href = oemIcon;
};

/** Somebody signed in: the page is their reseller's from now on. */
export const takeOwnBrand = async (): Promise<void> => showBrand(await brandingAgain());
