import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { startTips } from './tips.ts';

const narrow = { width: 60, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

test('a button that is a picture says its name under the pointer, and a text that is cut says all of itself', async () => {
  startTips();
  const screen = await render(
    <>
      <button type="button" aria-label="收起菜单">
        <svg width="16" height="16" />
      </button>
      <button type="button" title="自己的提示" aria-label="消息">
        <svg width="16" height="16" />
      </button>
      <p style={narrow} data-testid="cut">
        <b>华东大区 SIP 中继备用线路</b>
      </p>
      <p style={narrow} data-testid="whole">
        短
      </p>
    </>,
  );
  const picture = screen.getByRole('button', { name: '收起菜单' });
  await picture.hover();
  await expect.element(picture).toHaveAttribute('title', '收起菜单');
  const own = screen.getByRole('button', { name: '消息' });
  await own.hover();
  await expect.element(picture).not.toHaveAttribute('title');
  await expect.element(own).toHaveAttribute('title', '自己的提示');
  const cut = screen.getByTestId('cut');
  await cut.hover();
  await expect.element(cut).toHaveAttribute('title', '华东大区 SIP 中继备用线路');
  const whole = screen.getByTestId('whole');
  await whole.hover();
  await expect.element(cut).not.toHaveAttribute('title');
  await expect.element(whole).not.toHaveAttribute('title');
});
