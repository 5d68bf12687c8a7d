import { endpoints } from '@lianxian/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiWith } from '../house/api.ts';
import { chromiumIsThere, openPage, picture } from '../house/browser.ts';
import { demoPasswordOf } from '../house/house.ts';
import { openWebBeside, type WebBeside } from '../house/web-beside.ts';
import type { Ground } from './ground.ts';
import { signInByHand } from './signing-in.ts';

/** All calls of the journey begin in these seconds. */
const SOCKET_MS = 60_000;

/** O-336: the base host of the web app is configured; everything it asks for goes there, across origins. */
export const twoHosts = (ground: () => Ground, port: () => number): void => {
  describe.skipIf(!chromiumIsThere)('O-336 the base host is configured', () => {
    let web: WebBeside;
    beforeAll(async () => {
      const { house } = ground();
      web = await openWebBeside(house, { port: port(), apiHost: house.url, captcha: true });
    });
    afterAll(() => web?.close());

    it('a web app served by one host sends its requests to another, and its page lives there', async () => {
      const { house, browser } = ground();
      const { page } = await openPage(browser!, 1440);
      const asked = new Set<string>();
      page.on('request', request => {
        const { origin, pathname } = new URL(request.url());
        if (pathname.startsWith('/api/')) asked.add(origin);
      });
      const sockets: string[] = [];
      page.on('websocket', socket => sockets.push(new URL(socket.url()).host));
      await page.goto(`${web.url}/login`);
      await signInByHand(page, house);
      expect([...asked]).toEqual([house.url]);
      await expect.poll(() => sockets, { timeout: SOCKET_MS }).toContain(new URL(house.url).host);
      await page.context().close();
    });

    it('where the captcha is on it is shown, and nobody signs in without it', async () => {
      const { house, browser } = ground();
      const { page } = await openPage(browser!, 1440);
      // The page of the host whose captcha is on, led back to its own interface.
      await page.route(`${web.url}/login`, async route => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(house.url, '') });
      });
      await page.goto(`${web.url}/login`);
      await page.getByLabel('验证码').first().waitFor();
      await picture(page, '06-login-captcha');
      const api = apiWith(web, '');
      const wanted = await api.call(endpoints.user.captcha, {});
      expect(wanted.required).toBe(true);
      expect(wanted.image).toContain('<svg');
      const login = { cid: '100268', account: 'demo', password: await demoPasswordOf(house) };
      expect((await api.send('user/login', login)).errorCode).not.toBe(0);
      await page.context().close();
    });
  });
};
