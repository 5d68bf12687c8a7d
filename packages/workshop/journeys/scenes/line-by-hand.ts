import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect } from 'vitest';
import { openTelephone, type Telephone, type TelephoneCall } from '../../src/telephone/index.ts';
import { chromiumIsThere, openPage, picture } from '../house/browser.ts';
import { finishedCall } from '../house/calls.ts';
import type { Ground } from './ground.ts';
import { goTo, seen } from './page-words.ts';
import { signInByHand } from './signing-in.ts';
import { walkOf } from './walk.ts';

/** A merchant's own line: a telephone on loopback that speaks real SIP is both the carrier and the phone in her hand. */
const LINE = '粤电信-01';
const NUMBER = '02088880001';
const OWN_PHONE = '13812345678';

/** A closed port is noticed by the next check or the next call; a line that is back, within its retry of 10 to 30 s. */
const NOTICED_MS = 90_000;

interface LineLater {
  readonly goesDown: () => void;
  readonly comesBack: () => void;
}

export const lineByHand = (ground: () => Ground): LineLater => {
  let page: Page;
  let complaints: readonly string[];
  let telephone: Telephone;
  let port = 0;
  const step = walkOf(() => page, 'line');

  describe.skipIf(!chromiumIsThere)('a merchant connects a line of her own in the browser', () => {
    let call: TelephoneCall;
    let callId = '';

    beforeAll(async () => {
      telephone = await openTelephone();
      port = telephone.address.port;
      ({ page, complaints } = await openPage(ground().browser!, 1440));
      await page.goto(`${ground().house.url}/login`);
      await signInByHand(page, ground().house);
    });
    const next = () => page.getByRole('button', { name: '下一步' }).click();
    const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
    /** It goes on where it was left. */
    const toGuidedPage = async () => {
      await goTo(page, '语音网关', /\/port/);
      // Home has such a link as well, and is seen until the page comes.
      await page.locator('.lines-page').getByRole('link', { name: '接入我的线路' }).first().click();
      await page.waitForURL(/\/platform\/connect-line/);
    };

    step('O-006, O-042 types the address of a line and is told that it works', async () => {
      await toGuidedPage();
      await page.getByText('对接地址').click();
      await next();
      await page.getByLabel(/^名称/).fill(LINE);
      await page.getByLabel(/^地址/).fill(`127.0.0.1:${port}`);
      await next();
      await seen(page.getByText('没有发现问题'), 90_000);
      await seen(page.getByText('线路通了，可以往下走。'));
      await picture(page, '20-line-checked');
      await next();
      await page.getByLabel('加号码').fill(NUMBER);
      await next();
    });

    step(
      'O-006 has the robot call her own phone: it rings, she answers, words and SIP come as they happen',
      async () => {
        await page.getByLabel('我的手机号').fill(OWN_PHONE);
        const placing = page.waitForResponse(response => response.url().endsWith('/call/place'));
        await page.getByRole('button', { name: '打给我' }).click();
        callId = ((await (await placing).json()) as { data: { id: string } }).data.id;
        call = await telephone.nextCall(60_000);
        expect([call.callerNumber, call.number]).toEqual([NUMBER, OWN_PHONE]);
        call.ring();
        await seen(page.getByText('振铃', { exact: true }));
        const ladder = page.getByRole('list', { name: '信令' });
        await seen(ladder.getByText('180 Ringing'));
        await call.answer();
        await seen(page.getByText('通话中', { exact: true }));
        await seen(ladder.getByText('200 OK'));
        await seen(page.getByLabel('通话内容').getByText('您好'));
        await picture(page, '21-line-rings');
      },
    );

    step('O-043 sees her line with its channel in use while it talks', async () => {
      await goTo(page, '网关监控', /\/monitor/);
      await seen(rowOf(LINE).getByRole('img', { name: /^1 路通话中/ }));
      await seen(rowOf(LINE).getByText('正常', { exact: true }));
      await picture(page, '22-line-talks');
    });

    step('goes back, says that she heard it, and finds the call with its SIP in the record', async () => {
      await toGuidedPage();
      await seen(page.getByText('通话中', { exact: true }));
      await page.getByRole('button', { name: '听到了' }).click();
      await seen(page.getByText(`${LINE} 接好了`));
      call.hangUp();
      await call.ended;
      const detail = await finishedCall(ground().api, callId, 60_000);
      expect(detail).toMatchObject({ state: 'answered', phone: OWN_PHONE, lineName: LINE });
      await page.getByRole('link', { name: '看这通电话' }).click();
      await page.waitForURL(/\/platform\/call\/\d+/);
      await page.getByRole('button', { name: '看信令' }).click();
      await seen(page.getByRole('list', { name: '信令' }).getByText(/^BYE/));
    });

    step('goes to the monitor; then the far end is gone', async () => {
      await goTo(page, '网关监控', /\/monitor/);
      await seen(rowOf(LINE).getByText('正常', { exact: true }));
      await telephone.close();
    });
  });

  /** What takes up to half a minute each happens while other scenes are played. */
  const later = (name: string, look: (row: Locator) => Promise<void>) =>
    step(name, () => look(page.getByRole('row').filter({ hasText: LINE })));
  return {
    goesDown: () =>
      later('O-043 the line whose far end is gone is red on the monitor, and says why', async row => {
        await seen(row.getByText('中断', { exact: true }), NOTICED_MS);
        await seen(row.getByText(/每 30 秒再试，恢复后自动启用/));
        await picture(page, '23-line-down');
        telephone = await openTelephone({ port });
      }),
    comesBack: () =>
      later('O-043 the line comes back by itself once its far end is there again', async row => {
        await seen(row.getByText('正常', { exact: true }), NOTICED_MS);
        expect(complaints).toEqual([]);
        await page.context().close();
        await telephone.close();
      }),
  };
};
