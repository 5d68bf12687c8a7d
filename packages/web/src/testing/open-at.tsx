import { hearPage } from '../live/socket.ts';
import type { Language } from '../text/first-words.ts';
import { type Layer, openLayer } from './layer.ts';
import { type Screen, showPage } from './show-page.tsx';

interface OpenAt {
  readonly screen: Screen;
  readonly layer: Layer;
  /** The house knows the page's socket: what is said from then on reaches it. */
  readonly ready: Promise<void>;
}

interface OpenOptions {
  /** Who is signed in; nobody without it. */
  readonly as?: { readonly token: string };
  /** Made before, to have it do something to the first requests. */
  readonly layer?: Layer;
  readonly kept?: Readonly<Record<string, string>>;
  readonly stored?: Readonly<Record<string, string>>;
  readonly language?: Language;
}

const nextReady = () =>
  new Promise<void>(done => {
    const stop = hearPage(({ type }) => {
      if (type !== 'ready') return;
      stop();
      done();
    });
  });

/** Opens the app over the house of the page tests. */
export const openAt = async (
  path: string,
  { as, layer = openLayer(), ...visit }: OpenOptions = {},
): Promise<OpenAt> => {
  const ready = nextReady();
  const screen = await showPage(path, { ...visit, token: as?.token ?? null, install: layer.install });
  return { screen, layer, ready };
};
