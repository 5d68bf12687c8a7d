import type { Language } from '../text/first-words.ts';
import { createFakeServer, type FakeServer, token } from './fake-server.ts';
import { install } from './install.ts';
import { type Screen, showPage } from './show-page.tsx';

export { accessFaults } from './show-page.tsx';

interface OpenPage {
  readonly server: FakeServer;
  readonly screen: Screen;
}

interface OpenOptions {
  readonly signedIn?: boolean;
  readonly calls?: Parameters<typeof createFakeServer>[0];
  /** What the session storage has from before a reload. */
  readonly kept?: Readonly<Record<string, string>>;
  /** What was chosen in an earlier visit. */
  readonly language?: Language;
}

/** Opens the app over a fake server of its own. */
export const openPage = async (
  path: string,
  { signedIn = true, calls, ...visit }: OpenOptions = {},
): Promise<OpenPage> => {
  const server = createFakeServer(calls);
  const screen = await showPage(path, { ...visit, token: signedIn ? token : null, install: () => install(server) });
  return { server, screen };
};
