import { expect, test } from 'vitest';
import { password } from '../../testing/fake-security.ts';
import { fakeVoice } from '../../testing/fake-voices.ts';
import { accessFaults, openPage } from '../../testing/open-page.tsx';

const open = (calls = {}) => openPage('/configured/speech', { calls });

test('a service is tested with its latency and what it understood; one that fails says what to do', async () => {
  const { screen } = await open();
  const heard = screen.getByRole('listitem', { name: '机房 FunASR' });
  await expect.element(heard.getByText('使用中')).toBeVisible();
  await expect
    .element(heard.getByText('24 小时内 412 次，失败 1 次，平均 318 毫秒，最慢 900 毫秒', { exact: false }))
    .toBeVisible();
  await heard.getByRole('button', { name: '测试' }).click();
  await expect.element(heard.getByText('正常，296 毫秒')).toBeVisible();
  await expect.element(heard.getByText('结果：您好我想预约周六上午的体验课')).toBeVisible();
  const spoken = screen.getByRole('listitem', { name: '云端女声' });
  await spoken.getByRole('button', { name: '测试' }).click();
  await expect.element(spoken.getByText('密钥被拒绝，检查后重填')).toBeVisible();
  await expect.element(screen.getByText('没有连过厂商的真实服务', { exact: false })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('a model is added, by who proves it is still he, with a key that is not shown again, and removed after a question', async () => {
  const { screen, server } = await open({ security: { stale: true } });
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
  await proof.getByLabelText('当前密码').fill(password);
  await proof.getByRole('button', { name: '确认' }).click();
  await expect.element(screen.getByRole('listitem', { name: '千问' })).toBeVisible();
  expect(server.asked.find(each => each.path === 'speech/save')?.fields).toMatchObject({
    kind: 'openaiChat',
    key: 'sk-1',
  });
  const added = screen.getByRole('listitem', { name: '千问' });
  await added.getByRole('button', { name: '修改' }).click();
  await expect.element(screen.getByLabelText('密钥')).toHaveValue('');
  await expect.element(screen.getByText('已保存，不再显示', { exact: false })).toBeVisible();
  await screen.getByRole('button', { name: '取消' }).click();
  await added.getByRole('button', { name: '删除' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect.element(added).not.toBeInTheDocument();
});

test('a voice is copied from a recording of the library, and heard in its test', async () => {
  const { screen, server } = await open({ voices: [fakeVoice('7', '您好，我是小启', { durationMs: 4_000 })] });
  const speaks = screen.getByRole('region', { name: '合成声音' });
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
  const saved = server.asked.find(each => each.path === 'speech/save')?.fields;
  expect(JSON.parse(saved?.settings ?? '')).toMatchObject({ copies: '7', speaker: '' });
  await added.getByRole('button', { name: '测试' }).click();
  await expect.element(added.getByRole('button', { name: '听试音' })).toBeVisible();
});

test('a line is told what listens on it', async () => {
  const { screen, server } = await open();
  await screen.getByRole('combobox', { name: '练习线路听什么' }).selectOptions('不听说话，只听按键');
  await expect
    .poll(() => server.asked.find(each => each.path === 'speech/line')?.fields)
    .toMatchObject({ lineId: '1', recogniser: 'none' });
});
