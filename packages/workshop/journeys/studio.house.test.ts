import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type DirectDatabase, openDirect } from '../src/prove/database.ts';
import { chromiumIsThere, openBrowser, openPage, type TappedPage } from './house/browser.ts';
import { type House, startHouse } from './house/house.ts';
import { agreeByHand, signInByHand } from './scenes/signing-in.ts';
import { breakByHand, publishByHand } from './scenes/studio-by-hand.ts';
import { backTestByHand, callByHand, heatByHand, learnByHand, recordsByHand } from './scenes/studio-calls.ts';
import {
  createByHand,
  drawByHand,
  nameVariables,
  PLAN,
  ruleByHand,
  talkByHand,
  teachByHand,
} from './scenes/studio-draws.ts';
import { backTo } from './scenes/studio-words.ts';
import { walkOf } from './scenes/walk.ts';

/**
 * An operator builds a robot alone, in Chromium, and finds everything by what stands on the page: a plan is drawn, talked
 * to, published, called with, mended by what its calls did not understand, and kept from being broken.
 */
describe.skipIf(!chromiumIsThere)('an operator makes a plan that talks well, alone', () => {
  let house: House;
  let browser: Browser;
  let direct: DirectDatabase;
  let operator: TappedPage;
  beforeAll(async () => {
    house = await startHouse();
    browser = await openBrowser();
    direct = await openDirect(house.dataDir);
    operator = await openPage(browser, 1440);
    const { page } = operator;
    await page.goto(`${house.url}/login`);
    await signInByHand(page, house);
    await agreeByHand(page);
  }, 300_000);
  afterAll(async () => {
    await browser?.close();
    await direct?.close();
    await house?.stop();
  });
  const step = walkOf(() => operator.page, 'studio');

  step('draws eight nodes with a question of the knowledge base, a date that is kept and a hand-over', async () => {
    const { page } = operator;
    await createByHand(page);
    await nameVariables(page);
    await teachByHand(page);
    await drawByHand(page);
    await ruleByHand(page);
  });

  step('talks to the draft, keeps the talk as a test, and publishes', async () => {
    await talkByHand(operator.page);
    await publishByHand(operator.page, '第一版', 1);
  });

  step('calls twenty practice numbers with it and finds their records', async () => {
    await callByHand(operator.page, direct);
    await recordsByHand(operator.page, direct);
  });

  step('reads off the graph what became of the calls, as a count by plain SQL has it', async () => {
    await backTo(operator.page, PLAN);
    await heatByHand(operator.page, direct);
  });

  step('teaches it a sentence that nobody understood, with what that gains, and publishes again', async () => {
    await learnByHand(operator.page, direct);
    await publishByHand(operator.page, '听懂要考虑', 2);
  });

  step('tries other level rules on the calls; who would change is what plain SQL counts', async () => {
    await backTestByHand(operator.page, direct);
  });

  step('breaks what the kept talk went through: not published, and told which; undone, it is', async () => {
    await breakByHand(operator.page);
    expect(operator.complaints).toEqual([]);
  });
});
