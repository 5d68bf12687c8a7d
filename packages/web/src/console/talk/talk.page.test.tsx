import { expect, test } from 'vitest';
import { handedCall, openSeat } from '../../testing/seat-story.ts';

test('what was said before a call was handed over stands there once; what is said since stands below', async () => {
  const { screen, phone, layer, begins } = await openSeat(handedCall('99'));
  begins();
  phone.rings({ callId: '99', kind: 'handover', from: '13812342217' });
  const talk = screen.getByRole('region', { name: '对话' });
  await talk.getByRole('button', { name: '看全部 2 句' }).click();
  const line = { kind: 'line', speaker: 'callee', final: true, node: '', understood: null };
  for (const [at, text] of ['可以先试一节', '多少钱', '可以先试一节'].entries()) {
    const event = { ...line, line: at, seq: at + 1, atMs: 1_000 * at, text };
    layer.pushes({ type: 'call', topic: 'call:99', event });
  }
  const words = talk.getByRole('log');
  await expect.element(words.getByText('多少钱')).toBeVisible();
  // Said once more since.
  expect(words.getByText('可以先试一节').elements()).toHaveLength(1);
  expect(talk.getByText('可以先试一节').elements()).toHaveLength(2);
});
