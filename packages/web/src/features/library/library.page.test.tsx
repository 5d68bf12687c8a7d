import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { wavFile } from '../../sound/wav-file.ts';
import { fakeVoice } from '../../testing/fake-voices.ts';
import { accessFaults, openPage } from '../../testing/open-page.tsx';

const voices = [
  fakeVoice('3', '稍等', { kind: 'base', use: 'filler', speaker: '王强' }),
  fakeVoice('2', '您好，我是小启', { plans: [{ id: '7', name: '试听课回访', published: true }] }),
  fakeVoice('1', '再见'),
];
/** Somebody who may look after recordings. */
const visitor = { rights: ['library'], btns: ['plan:edit'] };
const hum = (name: string): File =>
  wavFile(
    Float32Array.from({ length: 8_000 }, (_, n) => 0.3 * Math.sin(n / 4)),
    8_000,
    name,
  );

test('O-040: the library lists recordings with their waveform, and where they are used; it is searched and narrowed', async () => {
  const { screen, server } = await openPage('/library', { calls: { voices, visitor } });
  const rows = screen.getByRole('row');
  await expect.element(rows.nth(1)).toMatchTextContent(/2\.4 秒.*稍等.*过渡.*王强/);
  await expect.element(rows.nth(2)).toMatchTextContent(/您好，我是小启.*句子.*李敏.*试听课回访/);
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('searchbox', { name: '搜索文字或录音人' }).fill('再');
  await expect.element(screen.getByText('1 段')).toBeVisible();
  await screen.getByRole('searchbox', { name: '搜索文字或录音人' }).fill('');
  await screen.getByRole('radio', { name: '基础语音' }).click();
  await expect.poll(() => server.asked.findLast(({ path }) => path === 'audio/list')?.fields.kind).toBe('base');
});

test('files are converted, sent with their progress, named after themselves, and saved together', async () => {
  const { screen, server } = await openPage('/library', { calls: { voices: [], visitor } });
  await expect.element(screen.getByText('录音库还是空的')).toBeVisible();
  await userEvent.upload(screen.getByLabelText('上传录音').last().element() as HTMLInputElement, [
    hum('01-您好呀.wav'),
    hum('谢谢.wav'),
  ]);
  const panel = screen.getByRole('complementary', { name: '要保存的录音' });
  await expect.element(panel.getByRole('textbox', { name: '文字：01-您好呀.wav' })).toHaveValue('您好呀');
  await expect.element(panel.getByRole('button', { name: '保存 2 段' })).toBeEnabled();
  const sent = server.asked.filter(({ path }) => path === 'audio/upload').map(({ fields }) => fields.file);
  // Half a second is sent at 16 kHz, whatever rate it came in.
  expect(sent.sort()).toEqual(['01-您好呀.wav 32044', '谢谢.wav 32044']);
  expect(await accessFaults()).toEqual([]);
  await panel.getByRole('button', { name: '取消上传：谢谢.wav' }).click();
  await panel.getByRole('button', { name: '保存 1 段' }).click();
  await expect.element(screen.getByText('您好呀', { exact: true })).toBeVisible();
});

test('a recording is renamed and removed, after one was asked', async () => {
  const { screen, server } = await openPage('/library', { calls: { voices, visitor } });
  await screen.getByText('再见').click();
  const drawer = screen.getByRole('complementary', { name: '再见' });
  await drawer.getByRole('textbox', { name: '文字' }).fill('再会');
  await drawer.getByRole('button', { name: '保存修改' }).click();
  await expect.element(screen.getByRole('cell', { name: '再会' })).toBeVisible();
  await drawer.getByRole('button', { name: '删除' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect.element(screen.getByText('2 段')).toBeVisible();
  expect(server.asked.find(({ path }) => path === 'audio/remove')?.fields.id).toBe('1');
});

test('a piece is recorded on the spot by the microphone', async () => {
  const context = new AudioContext();
  const tone = new OscillatorNode(context);
  const out = new MediaStreamAudioDestinationNode(context);
  tone.connect(out);
  tone.start();
  const ask = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(out.stream);
  onTestFinished(async () => {
    ask.mockRestore();
    await context.close();
  });
  const { screen, server } = await openPage('/library', { calls: { voices, visitor } });
  await screen.getByRole('radio', { name: '变量读法' }).click();
  await screen.getByRole('button', { name: '录「零」' }).click();
  await screen.getByRole('button', { name: '停止录音' }).click();
  await expect
    .poll(() => server.asked.find(({ path }) => path === 'audio/save')?.fields)
    .toMatchObject({
      text: '零',
      kind: 'piece',
      use: 'digit',
      source: 'microphone',
    });
  expect(await accessFaults()).toEqual([]);
});
