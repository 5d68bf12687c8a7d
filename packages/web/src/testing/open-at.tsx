import type { Language } from '../text/first-words.ts';
import { type Layer, openLayer } from './layer.ts';
import { type Screen, showPage } from './show-page.tsx';

interface OpenAt {
  readonly screen: Screen;
  readonly layer: Layer;
}

interface OpenOptions {
  /** Who is signed in; nobody without it. */
  readonly as?: { readonly token: string };
  /** Made before, to have it do something to the first requests. */
  readonly layer?: Layer;
  readonly kept?: Readonly<Record<string, string>>;
  readonly language?: Language;
}

/** Opens the app over the house of the page tests. */
export const openAt = async (
  path: string,
  { as, layer = openLayer(), ...visit }: OpenOptions = {},
): Promise<OpenAt> => {
  const screen = await showPage(path, { ...visit, token: as?.token ?? null, install: layer.install });
  return { screen, layer };
};
