import { type CallOf, endpoints } from '@lianxian/contract';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { wavFile } from '../../sound/wav-file.ts';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';

const hum = (name: string, seconds = 1): File =>
  wavFile(
    Float32Array.from({ length: 8_000 * seconds }, (_, n) => 0.3 * Math.sin(n / 4)),
    8_000,
    name,
  );
/** Three recordings, one of which the plan that a merchant begins with says. */
const withVoices = async (): Promise<Merchant> => {
  const merchant = await newMerchant();
  const { ask, sends } = merchant.owner;
  const add = async (voice: Omit<CallOf<typeof endpoints.audio.save>, 'sound'>) => {
    const { sound } = await sends(endpoints.audio.upload, hum(`${voice.text}.wav`, 2.4));
    await ask(endpoints.audio.save, { ...voice, sound });
  };
  await add({ text: '再见', speaker: '李敏' });
  await add({ text: '想请孩子来免费体验一节，您看可以吗？', speaker: '李敏' });
  await add({ text: '稍等', kind: 'base', use: 'filler', speaker: '王强' });
  return merchant;
};
/** Somebody who may look after recordings. */
const open = async (merchant: Merchant) =>
  openAt('/library', { as: await merchant.person({ rights: ['library'], buttons: ['plan:edit'] }) });

let merchant: Merchant;
beforeAll(async () => {
  merchant = await withVoices();
});

/** Name and size of each file that the page sent. */
const watchFiles = () => {
  const sent: string[] = [];
  const { send } = XMLHttpRequest.prototype;
  const watched = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest, body) {
    const file = (body as FormData).get('file') as File;
    sent.push(`${file.name} ${file.size}`);
    send.call(this, body);
  });
  onTestFinished(() => watched.mockRestore());
  return sent;
};

test('O-040: the library lists recordings with their waveform, and where they are used; it is searched and narrowed', async () => {
  const { screen, layer } = await open(merchant);
  const rows = screen.getByRole('row');
  // Its sound is 2.4 s, with a rest at both ends.
  await expect.element(rows.nth(1)).toMatchTextContent(/2\.5 秒.*稍等.*过渡.*王强/);
  await expect.element(rows.nth(2)).toMatchTextContent(/想请孩子来免费体验一节.*句子.*李敏.*试听课回访/);
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('searchbox', { name: '搜索文字或录音人' }).fill('再');
  await expect.element(screen.getByText('1 段')).toBeVisible();
  await screen.getByRole('searchbox', { name: '搜索文字或录音人' }).fill('');
  await screen.getByRole('radio', { name: '基础语音' }).click();
  await expect.poll(() => layer.lastAsked(endpoints.audio.list)?.kind).toBe('base');
});

test('files are converted, sent with their progress, named after themselves, and saved together', async () => {
  const sent = watchFiles();
  const { screen } = await open(await newMerchant());
  await expect.element(screen.getByText('录音库还是空的')).toBeVisible();
  await userEvent.upload(screen.getByLabelText('上传录音').last(), [hum('01-您好呀.wav'), hum('谢谢.wav')]);
  const panel = screen.getByRole('complementary', { name: '要保存的录音' });
  await expect.element(panel.getByRole('textbox', { name: '文字：01-您好呀.wav' })).toHaveValue('您好呀');
  await expect.element(panel.getByRole('button', { name: '保存 2 段' })).toBeEnabled();
  // A second is sent at 16 kHz, whatever rate it came in.
  expect(sent.sort()).toEqual(['01-您好呀.wav 32044', '谢谢.wav 32044']);
  expect(await accessFaults()).toEqual([]);
  await panel.getByRole('button', { name: '取消上传：谢谢.wav' }).click();
  await panel.getByRole('button', { name: '保存 1 段' }).click();
  await expect.element(screen.getByText('您好呀', { exact: true })).toBeVisible();
});

test('a recording is renamed, removed, and taken back', async () => {
  const own = await withVoices();
  const { screen, layer } = await open(own);
  const { list } = await own.owner.ask(endpoints.audio.list, { q: '再见' });
  await screen.getByText('再见').click();
  const drawer = screen.getByRole('complementary', { name: '再见' });
  await drawer.getByRole('textbox', { name: '文字' }).fill('再会');
  await drawer.getByRole('button', { name: '保存修改' }).click();
  await expect.element(screen.getByRole('cell', { name: '再会' })).toBeVisible();
  await drawer.getByRole('button', { name: '删除' }).click();
  await expect.element(screen.getByText('2 段')).toBeVisible();
  expect(layer.lastAsked(endpoints.audio.remove)?.id).toBe(list[0]?.id);
  await screen.getByRole('button', { name: '撤销' }).click();
  await expect.element(screen.getByRole('cell', { name: '再会' })).toBeVisible();
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
  const { screen, layer } = await open(merchant);
  await screen.getByRole('radio', { name: '变量读法' }).click();
  await screen.getByRole('button', { name: '录「零」' }).click();
  const stop = screen.getByRole('button', { name: '停止录音' });
  await expect.element(stop).toBeVisible();
  const begun = context.currentTime;
  // Less than a syllable is refused.
  await expect.poll(() => context.currentTime - begun).toBeGreaterThan(0.5);
  await stop.click();
  await expect
    .poll(() => layer.lastAsked(endpoints.audio.save))
    .toMatchObject({
      text: '零',
      kind: 'piece',
      use: 'digit',
      source: 'microphone',
    });
  await expect.poll(async () => (await merchant.owner.ask(endpoints.audio.list, { kind: 'piece' })).total).toBe(1);
  expect(await accessFaults()).toEqual([]);
});
