import { type CallOf, endpoints, type OutputOf, wire } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Merchant, makeStale, newMerchant, type Person } from '../../testing/house.ts';
import { addLine } from '../../testing/house-lines.ts';
import { openLayer } from '../../testing/layer.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';

const { speech, audio } = endpoints;
type Kind = CallOf<typeof speech.save>['kind'];

let merchant: Merchant;
/** A recogniser in use, and a voice that is not chosen. */
beforeAll(async () => {
  merchant = await newMerchant();
  const { ask } = merchant.owner;
  const add = (kind: Kind, name: string, settings: object, key = '') => ask(speech.save, { kind, name, settings, key });
  const { id } = await add('funasr', '机房 FunASR', { url: 'ws://10.0.0.8:10095' });
  await ask(speech.choose, { purpose: 'recogniser', id });
  const cloud = { url: 'https://api.example.com/v1', model: 'tts-1', speaker: 'alloy' };
  await add('openaiSpeech', '云端女声', cloud, 'sk-0');
  await addLine(merchant, '粤电信');
});

const open = (layer = openLayer()) => openAt('/configured/speech', { as: merchant.owner, layer });

test('a service is tested with its latency and what it understood; one that fails says what to do', async () => {
  // A day of calls; and no service of a vendor can be asked here.
  const lately = { answered: 412, failed: 1, meanMs: 318, longestMs: 900, lastFault: 'closed' } as const;
  const layer = openLayer();
  layer.changes((path, data) => {
    if (path !== speech.list.path) return data;
    const shown = data as OutputOf<typeof speech.list>;
    const seen = { ...lately, lastFaultAt: '2026-11-20T07:00:00Z' };
    return { ...shown, list: shown.list.map(each => (each.kind === 'funasr' ? { ...each, lately: seen } : each)) };
  });
  const { screen } = await open(layer);
  const heard = screen.getByRole('listitem', { name: '机房 FunASR' });
  await expect.element(heard.getByText('使用中')).toBeVisible();
  await expect
    .element(heard.getByText('24 小时内 412 次，失败 1 次，平均 318 毫秒，最慢 900 毫秒', { exact: false }))
    .toBeVisible();
  layer.answers(speech.test, { ok: true, ms: 296, fault: null, said: '您好我想预约周六上午的体验课', sound: null });
  await heard.getByRole('button', { name: '测试' }).click();
  await expect.element(heard.getByText('正常，296 毫秒')).toBeVisible();
  await expect.element(heard.getByText('结果：您好我想预约周六上午的体验课')).toBeVisible();
  const spoken = screen.getByRole('listitem', { name: '云端女声' });
  layer.answers(speech.test, { ok: false, ms: 88, fault: 'keyRefused', said: '', sound: null });
  await spoken.getByRole('button', { name: '测试' }).click();
  await expect.element(spoken.getByText('密钥被拒绝，检查后重填')).toBeVisible();
  await expect.element(screen.getByText('没有连过厂商的真实服务', { exact: false })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('a model is added, by who proves it is still he, with a key that is not shown again, and removed after a question', async () => {
  const { owner } = await newMerchant();
  await makeStale(owner);
  const { screen, layer } = await openAt('/configured/speech', { as: owner });
  const thinks = screen.getByRole('region', { name: '大模型' });
  await expect.element(thinks.getByText('还没有大模型', { exact: false })).toBeVisible();
  await thinks.getByRole('button', { name: '添加服务' }).click();
  await screen.getByRole('textbox', { name: '名称' }).fill('千问');
  await screen.getByRole('textbox', { name: '地址' }).fill('https://api.example.com/v1');
  await screen.getByLabelText('密钥').fill('sk-1');
  await screen.getByRole('textbox', { name: '模型名' }).fill('qwen-plus');
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '保存' }).click();
  const proof = screen.getByRole('dialog', { name: '再确认一次是你本人' });
  await proof.getByLabelText('当前密码').fill(owner.password);
  await proof.getByRole('button', { name: '确认' }).click();
  const added = screen.getByRole('listitem', { name: '千问' });
  await expect.element(added).toBeVisible();
  expect(layer.lastAsked(speech.save)).toMatchObject({ kind: 'openaiChat', key: 'sk-1' });
  expect((await owner.ask(speech.list, {})).list).toMatchObject([{ name: '千问', hasKey: true }]);
  await added.getByRole('button', { name: '修改' }).click();
  await expect.element(screen.getByLabelText('密钥')).toHaveValue('');
  await expect.element(screen.getByText('已保存，不再显示', { exact: false })).toBeVisible();
  await screen.getByRole('button', { name: '取消' }).click();
  await added.getByRole('button', { name: '删除' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect.element(added).not.toBeInTheDocument();
});

const rate = 8_000;
const wavHeaderBytes = 44;
/** So many seconds of a tone, as a WAV of 16 bits. */
const hum = (seconds: number): File => {
  const samples = seconds * rate;
  const wav = new DataView(new ArrayBuffer(wavHeaderBytes + 2 * samples));
  const put = (at: number, word: string) => {
    for (const [n, letter] of [...word].entries()) wav.setUint8(at + n, letter.charCodeAt(0));
  };
  put(0, 'RIFF');
  wav.setUint32(4, wav.byteLength - 8, true);
  put(8, 'WAVEfmt ');
  wav.setUint32(16, 16, true);
  wav.setUint16(20, 1, true);
  wav.setUint16(22, 1, true);
  wav.setUint32(24, rate, true);
  wav.setUint32(28, 2 * rate, true);
  wav.setUint16(32, 2, true);
  wav.setUint16(34, 16, true);
  put(36, 'data');
  wav.setUint32(40, 2 * samples, true);
  for (let n = 0; n < samples; n += 1) wav.setInt16(wavHeaderBytes + 2 * n, 9_000 * Math.sin(n / 3), true);
  return new File([wav.buffer], '您好.wav', { type: 'audio/wav' });
};
/** As the library sends it: the sound it became. */
const upload = async ({ token }: Person, file: File): Promise<string> => {
  const body = new FormData();
  body.set(wire.tokenField, token);
  body.set(wire.fileField, file);
  const answer = await fetch(`${wire.prefix}${audio.upload.path}`, { method: 'POST', body });
  return audio.upload.output.parse(((await answer.json()) as { readonly data: unknown }).data).sound;
};

test('a voice is copied from a recording of the library, and heard in its test', async () => {
  const { owner } = await newMerchant();
  const { id } = await owner.ask(audio.save, {
    text: '您好，我是小启',
    speaker: '李敏',
    sound: await upload(owner, hum(4)),
  });
  // No service can speak here.
  const layer = openLayer();
  layer.answers(speech.test, { ok: true, ms: 420, fault: null, said: '1.8 s', sound: btoa('RIFF') });
  const { screen } = await openAt('/configured/speech', { as: owner, layer });
  const speaks = screen.getByRole('region', { name: '语音合成（TTS）' });
  await speaks.getByRole('button', { name: '添加服务' }).click();
  await screen.getByRole('combobox', { name: '类型' }).selectOptions('CosyVoice');
  await expect.element(screen.getByRole('textbox', { name: '音色' })).toBeVisible();
  await screen.getByRole('textbox', { name: '地址' }).fill('http://tts.example:50000');
  await screen.getByRole('combobox', { name: '声音来自' }).selectOptions('李敏：您好，我是小启（4 秒）');
  await expect.element(screen.getByRole('textbox', { name: '音色' })).not.toBeInTheDocument();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '保存' }).click();
  const added = screen.getByRole('listitem', { name: 'CosyVoice' });
  await expect.element(added.getByText('http://tts.example:50000 · 复刻录音')).toBeVisible();
  expect(JSON.parse(layer.lastAsked(speech.save)?.settings ?? '')).toMatchObject({ copies: id, speaker: '' });
  await added.getByRole('button', { name: '测试' }).click();
  await expect.element(added.getByRole('button', { name: '听试音' })).toBeVisible();
});

test('a cloud is added by the names of its own console, at its own address', async () => {
  const { owner } = await newMerchant();
  const { screen, layer } = await openAt('/configured/speech', { as: owner });
  const hears = screen.getByRole('region', { name: '语音识别（ASR）' });
  await hears.getByRole('button', { name: '添加服务' }).click();
  const kind = screen.getByRole('combobox', { name: '类型' });
  await kind.selectOptions('讯飞（实时语音转写）');
  await expect.element(screen.getByRole('textbox', { name: '地址' })).toHaveValue('wss://rtasr.xfyun.cn/v1/ws');
  await kind.selectOptions('腾讯云（实时语音识别）');
  await expect.element(screen.getByRole('textbox', { name: '地址' })).toHaveValue('wss://asr.cloud.tencent.com/asr/v2');
  await expect.element(screen.getByRole('textbox', { name: 'engine_model_type' })).toHaveValue('8k_zh');
  await screen.getByRole('textbox', { name: 'AppID' }).fill('1250000001');
  await screen.getByRole('textbox', { name: 'SecretId' }).fill('my-secret-id');
  await screen.getByLabelText('SecretKey').fill('my-secret-key');
  await screen.getByRole('textbox', { name: '热词' }).fill('课时，体验课');
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByRole('listitem', { name: '腾讯云（实时语音识别）' })).toBeVisible();
  expect(JSON.parse(layer.lastAsked(speech.save)?.settings ?? '')).toMatchObject({ hotwords: ['课时', '体验课'] });
  const [{ settings, hasKey } = { settings: null, hasKey: false }] = (await owner.ask(speech.list, {})).list;
  expect([hasKey, settings?.appId, settings?.keyId]).toEqual([true, '1250000001', 'my-secret-id']);
});

test('a line is told what listens on it', async () => {
  const { screen, layer } = await open();
  await screen.getByRole('combobox', { name: '粤电信听什么' }).selectOptions('不听说话，只听按键');
  await expect.poll(() => layer.lastAsked(speech.line)).toMatchObject({ recogniser: 'none' });
  const told = async () => (await merchant.owner.ask(speech.list, {})).lines.find(({ name }) => name === '粤电信');
  await expect.poll(told).toMatchObject({ recogniser: 'none' });
});
