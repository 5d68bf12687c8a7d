import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { wavFile } from '../../../sound/wav-file.ts';
import { openAt } from '../../../testing/open-at.tsx';
import { accessFaults } from '../../../testing/show-page.tsx';
import { newPlan, newStudio, type Studio, wholePlan } from '../../../testing/studio-plan.ts';

let studio: Studio;
beforeAll(async () => {
  studio = await newStudio();
});

const hum = (name: string, seconds: number): File =>
  wavFile(
    Float32Array.from({ length: 8_000 * seconds }, (_, n) => 0.3 * Math.sin(n / 4)),
    8_000,
    name,
  );

const openPrompter = async () => {
  const id = await newPlan(studio, { ...wholePlan, name: `录音 ${crypto.randomUUID()}` });
  const { screen, layer } = await openAt(`/plan/${id}?view=voices`, { as: studio.editor });
  const rows = screen.getByRole('navigation', { name: '句子' });
  const row = (text: string) => rows.getByRole('button', { name: new RegExp(`^\\d+ ${text}`) });
  await expect.element(row('再见')).toBeVisible();
  const numberOf = (text: string) => /^\d+/.exec(row(text).element().textContent ?? '')?.[0] ?? '';
  const send = (...files: File[]) =>
    userEvent.upload(page.elementLocator(document.querySelector('input[type="file"][multiple]')!), files);
  return { screen, layer, row, numberOf, send };
};

test('files are matched by the number of the list, whatever was recorded meanwhile; one with a fault is called by its name', async () => {
  const { screen, row, numberOf, send } = await openPrompter();
  const [first, last] = ['第一节免费', '再见'].map(numberOf);
  await send(hum(`${first}.wav`, 2));
  await expect.element(row('第一节免费')).toMatchTextContent(/已录/);
  await send(hum(`${last}.wav`, 1), new File(['x'], '破的.wav'), new File(['x'], `${first} 坏的.wav`));
  await expect.element(screen.getByText('「破的.wav」对不上任何一句')).toBeVisible();
  await expect.element(screen.getByText(new RegExp(`「${first} 坏的.wav」没有传上去：`))).toBeVisible();
  await expect.element(row('再见')).toMatchTextContent(/已录/);
});

test('a file that can hardly be its sentence is saved when one says so, and not before', async () => {
  const { screen, row, numberOf, send } = await openPrompter();
  const number = numberOf('您好，我是启航教育');
  await send(hum(`${number}.wav`, 1));
  const asked = screen.getByRole('dialog', { name: '1 个文件和句子不太对得上，仍要保存吗？' });
  await expect.element(asked).toMatchTextContent(/只有 1\.1 秒，说不完 \d+ 个字/);
  await asked.getByRole('button', { name: '不保存' }).click();
  await expect.element(row('您好，我是启航教育')).toMatchTextContent(/未录/);
  await send(hum(`${number}.wav`, 1));
  await asked.getByRole('button', { name: '仍要保存' }).click();
  await expect.element(row('您好，我是启航教育')).toMatchTextContent(/已录/);
});

/** A microphone that hears a tone so loud. */
const hears = (gain: number) => {
  const context = new AudioContext();
  const tone = new OscillatorNode(context);
  const out = new MediaStreamAudioDestinationNode(context);
  tone.connect(new GainNode(context, { gain })).connect(out);
  tone.start();
  const ask = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => out.stream.clone());
  onTestFinished(async () => {
    ask.mockRestore();
    await context.close();
  });
  return context;
};

test('what was recorded by button is kept by enter; that it was too loud is said; what is removed comes back', async () => {
  const { screen, layer, row } = await openPrompter();
  const context = hears(4);
  await row('喂，您还在吗').click();
  await screen.getByRole('button', { name: '开始录（空格）' }).click();
  const stop = screen.getByRole('button', { name: '停止（空格）' });
  await expect.element(stop).toBeVisible();
  const begun = context.currentTime;
  await expect.poll(() => context.currentTime - begun).toBeGreaterThan(0.5);
  await stop.click();
  await expect.element(screen.getByText('声音太大，破音了，离麦克风远一点再录')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => layer.lastAsked(endpoints.nodeVoice.upload)).toMatchObject({ text: '喂，您还在吗？' });
  await expect.element(row('喂，您还在吗')).toMatchTextContent(/已录/);
  await row('喂，您还在吗').click();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '删除这一条' }).click();
  await expect.element(row('喂，您还在吗')).toMatchTextContent(/未录/);
  // The head has one as well, for steps in the plan.
  await screen.getByRole('button', { name: '撤销' }).last().click();
  await expect.element(row('喂，您还在吗')).toMatchTextContent(/已录/);
});
