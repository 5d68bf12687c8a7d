import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Button } from './button.tsx';
import { Input, SecretInput, TextArea } from './input.tsx';
import { Switch } from './switch.tsx';

/** A form that is busy for ever once it was sent. */
const Sending = ({ onSent }: { onSent: () => void }) => {
  const [busy, setBusy] = useState(false);
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        onSent();
        setBusy(true);
      }}
    >
      <input aria-label="名称" />
      <Button kind="primary" type="submit" loading={busy}>
        保存
      </Button>
    </form>
  );
};

const Two = () => {
  const [on, setOn] = useState(false);
  return (
    <>
      <label htmlFor="nat">在 NAT 后</label>
      <Switch id="nat" checked={on} onChange={setOn} />
      <Switch aria-label="固定" size="small" disabled checked onChange={() => setOn(false)} />
    </>
  );
};

test('a button whose errand is under way takes no second press, by hand or by Enter, and keeps the focus', async () => {
  let sent = 0;
  const screen = await render(<Sending onSent={() => (sent += 1)} />);
  const save = screen.getByRole('button', { name: '保存' });
  await save.click();
  await expect.element(save).toHaveAttribute('aria-busy', 'true');
  await expect.element(save).toHaveFocus();
  await userEvent.keyboard('{Enter} ');
  await screen.getByLabelText('名称').click();
  await userEvent.keyboard('{Enter}');
  expect(sent).toBe(1);
});

test('a button that cannot be used is passed over by Tab, and does nothing', async () => {
  let pressed = 0;
  const screen = await render(
    <>
      <Button disabled onClick={() => (pressed += 1)}>
        删除
      </Button>
      <Button onClick={() => (pressed += 10)}>取消</Button>
    </>,
  );
  await expect.element(screen.getByRole('button', { name: '删除' })).toBeDisabled();
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByRole('button', { name: '取消' })).toHaveFocus();
  await userEvent.keyboard(' ');
  expect(pressed).toBe(10);
});

test('a switch is turned by hand, by its label, by Space and by Enter; one that is fixed is not', async () => {
  const screen = await render(<Two />);
  const nat = screen.getByRole('switch', { name: '在 NAT 后' });
  await expect.element(nat).not.toBeChecked();
  await nat.click();
  await expect.element(nat).toBeChecked();
  await screen.getByText('在 NAT 后').click();
  await expect.element(nat).not.toBeChecked();
  nat.element().focus();
  await userEvent.keyboard(' ');
  await expect.element(nat).toBeChecked();
  await userEvent.keyboard('{Enter}');
  await expect.element(nat).not.toBeChecked();
  await expect.element(screen.getByRole('switch', { name: '固定' })).toBeDisabled();
});

test('what one types into says when it will not do, hears Enter, and shows a secret only when asked', async () => {
  let entered = 0;
  const screen = await render(
    <>
      <Input aria-label="号码" wrong onEnter={() => (entered += 1)} after={<span>个</span>} />
      <TextArea aria-label="备注" defaultValue="一" />
      <SecretInput aria-label="密码" defaultValue="s3cret" />
    </>,
  );
  const number = screen.getByRole('textbox', { name: '号码' });
  await expect.element(number).toHaveAttribute('aria-invalid', 'true');
  await number.fill('12');
  await userEvent.keyboard('{Enter}');
  expect(entered).toBe(1);
  await expect.element(screen.getByRole('textbox', { name: '备注' })).not.toHaveAttribute('aria-invalid');
  const secret = screen.getByLabelText('密码', { exact: true });
  await expect.element(secret).toHaveAttribute('type', 'password');
  await screen.getByRole('button', { name: '显示密码' }).click();
  await expect.element(secret).toHaveAttribute('type', 'text');
  await screen.getByRole('button', { name: '隐藏密码' }).click();
  await expect.element(secret).toHaveAttribute('type', 'password');
});
