import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { envelope, loudest, shiftBetween } from '../../src/sound/index.ts';
import { until } from '../house/api.ts';
import { chromiumIsThere, type Loudness, openPage, picture, pictureOfFailure, shown } from '../house/browser.ts';
import { type CallDetail, finishedCall, recordingOf } from '../house/calls.ts';
import type { Ground } from './ground.ts';
import { signInByHand } from './signing-in.ts';

const STEP_MS = 20;
const MOST_LAG_MS = 2_000;
const LISTEN_MS = 9_000;

/** How many ms the loudspeaker trails the network: the loudness of both, laid over each other. */
const lagOf = (
  heard: readonly Loudness[],
  recorded: Float32Array,
  answeredAt: number,
): { ms: number; likeness: number } => {
  const first = heard.find(({ rms }) => rms > 0.001)?.at ?? 0;
  const from = Math.max(0, Math.round((first - answeredAt - MOST_LAG_MS - 500) / STEP_MS));
  const begin = answeredAt + from * STEP_MS;
  const steps = Math.round((heard.at(-1)!.at - begin) / STEP_MS);
  const played = new Float32Array(steps);
  for (const { at, rms } of heard) {
    const step = Math.round((at - begin) / STEP_MS);
    if (step >= 0 && step < steps) played[step] = rms;
  }
  const sent = recorded.subarray(from, from + steps);
  const { steps: shift, likeness } = shiftBetween(sent, played, (MOST_LAG_MS + 1_500) / STEP_MS);
  return { ms: shift * STEP_MS, likeness };
};

/** 试呼: the drawer, the practice callee, 呼出. Answers with the call's id as the page's address or its push told it. */
const placeTestCall = async (page: Page): Promise<string> => {
  const placing = page.waitForResponse(response => response.url().endsWith('/call/place'));
  await page.getByRole('button', { name: '试呼' }).first().click();
  await page.locator('label', { hasText: '15400000003' }).click();
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
      const { page, loudness, complaints } = await openPage(browser!, 1440);
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
      await page.waitForTimeout(LISTEN_MS);
      await picture(page, '04-live-call');
      const heard = await loudness();

      await page.getByRole('button', { name: '挂断', exact: true }).click();
      const detail = await finishedCall(api, id, 60_000);
      expect(detail).toMatchObject({ state: 'answered', hungUpBy: 'user' });
      await page.waitForURL(/\/platform\/call\/\d+/);
      const line = shown(page.getByText(detail.transcript[0]!.text));
      await line.waitFor();
      await picture(page, '05-call-record');

      const recording = await recordingOf(house, api, detail);
      const sent = envelope(loudest(recording.left, recording.right), recording.sampleRate, STEP_MS);
      const lag = lagOf(heard, sent, Date.parse(detail.answeredAt!));
      expect(lag.likeness, JSON.stringify(lag)).toBeGreaterThan(0.6);
      expect(lag.ms).toBeLessThanOrEqual(MOST_LAG_MS);

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
  await shown(page.locator('.call-record-transcript')).locator('li').nth(at).getByRole('button').click();
  const second = Math.floor(transcript[at]!.atMs / 1000);
  const time = `${Math.floor(second / 60)}:${String(second % 60).padStart(2, '0')}`;
  await until(`the player at ${time}`, 30_000, async () =>
    (await page.locator('.call-record-controls .call-record-time b').textContent())?.endsWith(time) ? true : null,
  );
};
