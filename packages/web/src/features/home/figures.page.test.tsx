import { expect, test } from 'vitest';
import { newMerchant } from '../../testing/house.ts';
import { openAt } from '../../testing/open-at.tsx';

test('the week beside a figure is told day by day', async () => {
  const { owner } = await newMerchant();
  const { screen } = await openAt('/home', { as: owner });
  const week = screen.getByLabelText('今天的数字').getByRole('img').first();
  await expect.element(week).toHaveAccessibleName('近 7 天：0、0、0、0、0、0、0');
});
