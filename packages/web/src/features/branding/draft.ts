import { type endpoints, type OutputOf, theme } from '@lianxian/contract';

export type Branding = OutputOf<typeof endpoints.branding.detail>;
/** What the form holds: all of a branding but whose it is. */
export type Draft = Omit<Branding['info'], 'oemId'>;
export type Picture = 'oemIcon' | 'oemHomeLogo' | 'oemHomeImg';

export const themeNames = theme.options;
/** 1 is the form alone; any other value the branded login (docs/pages.md#who-may-go-where). */
export const loginThemes = { branded: 0, plain: 1 } as const;

/** Typed whole: the preview takes it from then on. */
export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

export const draftOf = ({ oemId: _, ...info }: Branding['info']): Draft => info;
