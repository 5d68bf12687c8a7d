import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findPiece, type StereoSound } from '../../src/sound/index.ts';
import { until } from '../house/api.ts';
import { chromiumIsThere, type Heard, openPage, picture, pictureOfFailure, shown } from '../house/browser.ts';
import { type CallDetail, finishedCall, recordingOf } from '../house/calls.ts';
import type { Ground } from './ground.ts';
import { signInByHand } from './signing-in.ts';

const MOST_LAG_MS = 2_000;
/** Some nine seconds where the page has the time. */
const STRETCHES = 18;
const LISTEN_LIMIT_MS = 60_000;
const KNOWN_AGAIN = 0.7;

/** A busy page that falls behind leaves a seam, which spoils the part that it lies in. */
const PARTS = 2;
/** What is said again later than this is no echo of the first time. */
const LOOK_BACK_MS = 8_000;

/**
 * By how many ms the loudspeaker trails the network, of each part of a stretch that is known again: the same sound, not
 * only as loud.
 */
const lagsOf = (heard: readonly Heard[], { left, right, sampleRate }: StereoSound, answeredAt: number): number[] => {
  const both = left.map((sample, n) => (sample + (right[n] ?? 0)) / 2);
  const msOf = (samples: number) => (samples / sampleRate) * 1_000;
  const placeOf = (ms: number) => Math.round((ms / 1_000) * sampleRate);
  return heard.flatMap(({ at, samples }) => {
    const long = Math.floor(samples.length / PARTS);
    return Array.from({ length: PARTS }, (_, n) => (n + 1) * long).flatMap(end => {
      const endedMs = at - answeredAt - msOf(samples.length - end);
      const fromMs = Math.max(0, endedMs - LOOK_BACK_MS);
      const piece = Float32Array.from(samples.slice(end - long, end));
      const { atMs, likeness } = findPiece(both.subarray(placeOf(fromMs), placeOf(endedMs)), piece, sampleRate);
      return likeness > KNOWN_AGAIN ? [endedMs - fromMs - atMs - msOf(long)] : [];
    });
  });
};

/** 试呼: the drawer, the practice callee who talks longest, 呼出. Answers with the call's id as the page's address or its push told it. */
const placeTestCall = async (page: Page): Promise<string> => {
  const placing = page.waitForResponse(response => response.url().endsWith('/call/place'));
  await page.getByRole('button', { name: '试呼' }).first().click();
  await page.locator('label', { hasText: '15400000002' }).click();
  const plans = page.getByRole('combobox');
  const plan = plans.locator('option', { hasText: /^试听课回访 ·/ });
  await plans.selectOption(await plan.getAttribute('value'));
  await picture(page, '03-test-call');
  await page.getByRole('button', { name: '呼出' }).click();
  const { data } = (await (await placing).json()) as { data: { id: string } };
  return data.id;
};

export const byHand = (ground: () => Ground): void => {
  describe.skipIf(!chromiumIsThere)('O-009 a merchant makes a test call in the browser', () => {
    it('logs in, follows the call word by word, hears it, hangs it up, and finds it in the record', async ({
      onTestFailed,
    }) => {
      const { house, api, browser } = ground();
      const { page, heard, complaints } = await openPage(browser!, 1440);
      onTestFailed(() => pictureOfFailure(page, 'test-call'));
      await page.goto(`${house.url}/login`);
      await page.getByRole('button', { name: '登录' }).waitFor();
      await picture(page, '01-login');
      await signInByHand(page, house);
      await page.getByRole('button', { name: '试呼' }).first().waitFor();
      await picture(page, '02-home');

      const id = await placeTestCall(page);
      await page.getByRole('button', { name: '听', exact: true }).click();
      await page.getByLabel('通话内容').getByText('启航教育').waitFor();
      const isEnough = async () => ((await heard()).length >= STRETCHES ? true : null);
      await until('a while of sound', LISTEN_LIMIT_MS, isEnough, 1_000);
      await picture(page, '04-live-call');
      // The first of them: later on the same is said again, and would be known by its first time.
      const stretches = (await heard()).slice(0, STRETCHES);

      await page.getByRole('button', { name: '挂断', exact: true }).click();
      const detail = await finishedCall(api, id, 60_000);
      expect(detail).toMatchObject({ state: 'answered', hungUpBy: 'user' });
      await page.waitForURL(/\/platform\/call\/\d+/);
      const line = shown(page.getByText(detail.transcript[0]!.text));
      await line.waitFor();
      await picture(page, '05-call-record');

      const recording = await recordingOf(house, api, detail);
      const lags = lagsOf(stretches, recording, Date.parse(detail.answeredAt!)).toSorted((a, b) => a - b);
      expect(lags.length, `of ${stretches.length} stretches`).toBeGreaterThan(2);
      expect(lags[lags.length >> 1], String(lags)).toBeLessThanOrEqual(MOST_LAG_MS);

      await seekByTranscript(page, detail);
      expect(complaints).toEqual([]);
      await page.context().close();
    });
  });
};

/**
 * A click on a line of the transcript puts the player to where it was said: the last one that the recording reaches, for
 * who hangs up may cut one before its first sound. By its place: whoever waits is asked the same thing twice.
 */
const seekByTranscript = async (page: Page, { transcript, recording }: CallDetail): Promise<void> => {
  const at = transcript.findLastIndex(line => line.atMs < (recording?.durationMs ?? 0));
  const second = Math.floor(transcript[at]!.atMs / 1000);
  const time = `${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}`;
  // It may play on from there: what it showed counts, however late one looks.
  const showed = await shown(page.locator('.call-record-time b')).evaluateHandle(shows => {
    const all: (string | null)[] = [];
    const watch = new MutationObserver(() => all.push(shows.textContent));
    watch.observe(shows, { subtree: true, characterData: true, childList: true });
    return all;
  });
  // A line that a callee said has a second button: 听错了.
  await shown(page.locator('.call-record-transcript')).locator('li').nth(at).getByRole('button').first().click();
  await until(`the player at ${time}`, 30_000, async () =>
    (await showed.jsonValue()).some(text => text?.endsWith(time)) ? true : null,
  );
};
