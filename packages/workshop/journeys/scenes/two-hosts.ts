import { describe, expect, it } from 'vitest';
import { openPage } from '../house/browser.ts';
import type { House } from '../house/house.ts';
import type { Ground } from './ground.ts';
import { signInByHand } from './signing-in.ts';

/** O-336: the base host of the web app is configured; everything it asks for goes there, across origins. */
export const twoHosts = (ground: () => Ground, webHost: () => House): void => {
  describe('O-336 the base host is configured', () => {
    it('a web app served by one house sends its requests to another, and its page lives there', async () => {
      const { house, browser } = ground();
      const { page } = await openPage(browser, 1440);
      const asked = new Set<string>();
      page.on('request', request => {
        const { origin, pathname } = new URL(request.url());
        if (pathname.startsWith('/api/')) asked.add(origin);
      });
      const sockets: string[] = [];
      page.on('websocket', socket => sockets.push(new URL(socket.url()).host));
      await page.goto(`${webHost().url}/login`);
      await signInByHand(page);
      expect([...asked]).toEqual([house.url]);
      await expect.poll(() => sockets).toContain(new URL(house.url).host);
      await page.context().close();
    });
  });
};
