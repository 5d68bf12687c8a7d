import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { openAt } from '../../../testing/open-at.tsx';
import { accessFaults, type Screen } from '../../../testing/show-page.tsx';
import { newPlan, newStudio, publish, type Studio, wholePlan } from '../../../testing/studio-plan.ts';

let studio: Studio;
let service = '';
beforeAll(async () => {
  studio = await newStudio();
  const settings = { url: 'http://127.0.0.1:9', model: 'tts-1', speaker: 'alloy' };
  service = (await studio.owner.ask(endpoints.speech.save, { kind: 'openaiSpeech', name: '女声', settings, key: '' }))
    .id;
  await studio.owner.ask(endpoints.speech.choose, { purpose: 'synthesiser', id: '0' });
});

const voices = (screen: Screen) => screen.getByRole('group', { name: '合成语音' });
const voiceOf = async (id: string) =>
  (await studio.owner.ask(endpoints.plan.draft, { id })).graph.defaults.voice ?? null;

test('a voice is tried with a sentence of the plan, chosen with its speaker and a speed, and missed when it is gone', async () => {
  const id = await newPlan(studio, wholePlan);
  const { screen, layer } = await openAt(`/plan/${id}?view=settings`, { as: studio.editor });
  const all = voices(screen);
  await expect.element(all.getByRole('radio', { name: /跟随语音服务页选用的\s*现在是「自带声音」/ })).toBeChecked();
  await screen.getByRole('combobox', { name: '试听哪一句' }).selectOptions('再见。');
  await userEvent.fill(all.getByRole('textbox', { name: '「女声」的音色' }), 'nova');
  await all.getByRole('button', { name: '试听「女声」' }).click();
  // The house reaches no service of its own machine; nobody stands in for one that is tried.
  await expect.element(all.getByText('没有出声：地址在内网或本机', { exact: false })).toBeVisible();
  const tried = { planId: id, text: '再见。', service, speaker: 'nova' };
  expect(layer.lastAsked(endpoints.planVoice.listen)).toMatchObject(tried);
  expect(await voiceOf(id)).toBe(null);

  await all.getByRole('radio', { name: /^女声/ }).click();
  await screen.getByRole('combobox', { name: '语速' }).selectOptions('1.10 倍');
  const chosen = { source: 'synthesised', by: { service, speaker: 'nova' }, speed: 1.1 };
  await expect.poll(() => voiceOf(id)).toEqual(chosen);
  expect(await accessFaults()).toEqual([]);
  await publish(studio.owner, id);
  await studio.owner.ask(endpoints.speech.remove, { id: service });

  const { screen: later } = await openAt(`/plan/${id}?view=settings`, { as: studio.editor });
  await expect.element(later.getByText('这个话术选的声音已删除，现在由自带声音代说', { exact: false })).toBeVisible();
  await voices(later).getByRole('radio', { name: '自带声音' }).click();
  await expect.element(later.getByText('已发布的版本 2 选的声音已删除', { exact: false })).toBeVisible();
  await expect.poll(() => voiceOf(id)).toEqual({ ...chosen, by: { service: 'builtIn', speaker: '' } });
});
