import { expect, test } from 'vitest';
import { dial } from '../../softphone/seat.ts';
import { giveCall } from '../../testing/house-calls.ts';
import { dialledCall, openSeat } from '../../testing/seat-story.ts';

const dayMs = 86_400_000;

test('earlier calls with a number stand beside it, each with its day, hour and minute', async () => {
  const { screen, merchant, begins } = await openSeat(dialledCall('98'));
  const phone = '13812342217';
  const before = new Date(Date.now() - 40 * dayMs).toISOString();
  await giveCall(merchant, { phone, placedAt: before, answeredAt: before }, { answeredAt: before, endedAt: before });
  begins();
  dial({ to: phone, planId: '5' });
  const history = screen
    .getByRole('complementary', { name: '通话台' })
    .getByRole('listitem')
    .filter({ hasText: '机器人' });
  await expect.element(history.getByText(/^(\d{4}-)?\d\d-\d\d \d\d:\d\d$/)).toBeVisible();
});
