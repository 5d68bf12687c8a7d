import type { PageInfo } from '../api/settings.ts';
import { brandingAgain } from '../session/branding.ts';
import { holdLanguage } from '../text/first-words.ts';
import { appearance } from '../ui/theme/appearance.ts';
import { titleBrand } from './document-title.ts';

/** Puts a branding on the page: its theme, its title, its icon; without a language switch the source language. */
export const showBrand = ({ oemHomeTheme, oemColor, oemTitle, oemIcon, languageSwitch }: PageInfo): void => {
  appearance.takeTheme(oemHomeTheme, oemColor);
  titleBrand(oemTitle);
  if (!languageSwitch) void holdLanguage();
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon && oemIcon) icon.href = oemIcon;
};

/** Somebody signed in: the page is their reseller's from now on. */
export const takeOwnBrand = async (): Promise<void> => showBrand(await brandingAgain());
