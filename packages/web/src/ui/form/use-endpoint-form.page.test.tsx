import { endpoint } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { z } from 'zod';
import { dropToken } from '../../api/token.ts';
import { whenFailed } from '../../api/wire.ts';
import { chooseLanguage } from '../../text/first-words.ts';
import { wordsOf } from '../../text/words.ts';
import { Button } from '../button.tsx';
import { AreaField, SelectField, TextField } from './fields.tsx';
import { useEndpointForm } from './use-endpoint-form.ts';

const save = endpoint({
  path: 'port/save',
  right: { needs: 'nothing' },
  input: z.object({
    id: z.string().optional(),
    name: z.string().trim().min(1).max(5),
    channels: z.coerce.number().int().min(1).max(5_000),
    note: z.string().max(10).default(''),
    kind: z.enum(['a', 'b']).optional(),
  }),
  output: z.object({ id: z.string() }),
  idempotent: false,
  summary: '',
});

let asked: Record<string, string>[] = [];
let told: string[] = [];
let tellsNoMore = () => {};
let answers: () => Promise<object>;
const saved = { errorCode: 0, errorMsg: '', data: { id: '7' } };

const realFetch = globalThis.fetch;
beforeEach(async () => {
  await wordsOf('parts');
  dropToken();
  [asked, told] = [[], []];
  tellsNoMore = whenFailed(sentence => told.push(sentence));
  answers = async () => saved;
  globalThis.fetch = async (input, init) => {
    if (!String(input).includes('/api/front/port/save')) return realFetch(input, init);
    asked.push(Object.fromEntries(init?.body as URLSearchParams));
    return new Response(JSON.stringify(await answers()));
  };
});
afterEach(async () => {
  tellsNoMore();
  globalThis.fetch = realFetch;
  await chooseLanguage('zh-CN');
});

const Form = ({ kind }: { kind?: 'a' }) => {
  useTranslation('parts');
  const form = useEndpointForm({
    endpoint: save,
    start: { name: '', channels: '10', note: '', kind: '' as '' | 'a' | 'b' },
    input: ({ kind: chosen, ...typed }) => ({ ...typed, id: '7', ...(chosen && { kind: chosen }) }),
    wants: typed => (typed.note === '' ? [] : ['kind']),
    check: typed => (kind && typed.kind === kind ? [{ field: 'kind', fault: 'twice' }] : []),
    onDone: ({ id }, { name }) => told.push(`${id} ${name}`),
  });
  return (
    <form {...form.props}>
      <TextField form={form} name="name" label="名称" hint="随便叫" />
      <TextField form={form} name="channels" label="通道" />
      <AreaField form={form} name="note" label="备注" />
      <SelectField form={form} name="kind" label="类型">
        <option value="" />
        <option value="a">甲</option>
        <option value="b">乙</option>
      </SelectField>
      <Button type="submit" loading={form.busy}>
        保存
      </Button>
      <output>{form.isChanged ? '有改动' : '没有改动'}</output>
    </form>
  );
};
const open = async (kind?: 'a') => {
  const screen = await render(<Form {...(kind && { kind })} />);
  return {
    screen,
    name: screen.getByLabelText('名称'),
    channels: screen.getByLabelText('通道'),
    kind: screen.getByLabelText('类型'),
    send: () => screen.getByRole('button', { name: '保存' }).click(),
  };
};

test('what can be typed, and what has to be, is what the schema says', async () => {
  const { screen, name, channels, kind } = await open();
  await expect.element(name).toHaveAttribute('maxlength', '5');
  await expect.element(name).toHaveAttribute('aria-required', 'true');
  await expect.element(channels).toHaveAttribute('maxlength', '4');
  await expect.element(channels).toHaveAttribute('inputmode', 'numeric');
  await expect.element(screen.getByLabelText('备注')).toHaveAttribute('maxlength', '10');
  await expect.element(kind).not.toHaveAttribute('aria-required');
  await screen.getByLabelText('备注').fill('x');
  await expect.element(kind).toHaveAttribute('aria-required', 'true');
});

test.each([
  ['zh-CN', '必填', '应为 1 到 5000 的整数'],
  ['zh-TW', '必填', '應為 1 到 5000 的整數'],
  ['en', 'required', 'a whole number from 1 to 5000'],
] as const)('in %s a bad field says what the server would', async (language, missing, range) => {
  await chooseLanguage(language);
  const { name, channels, send } = await open();
  await channels.fill('0');
  await expect.element(name).toHaveAccessibleDescription('随便叫');
  await send();
  await expect.element(name).toHaveAccessibleDescription(missing);
  await expect.element(channels).toHaveAccessibleDescription(range);
  expect(asked).toEqual([]);
});

test('the first faulty field has the focus; a fault goes as soon as it is mended', async () => {
  const { name, channels, send } = await open();
  await name.fill('粤电信');
  await channels.fill('9999');
  await send();
  await expect.element(channels).toHaveFocus();
  await expect.element(channels).toHaveAttribute('aria-invalid', 'true');
  await channels.fill('30');
  await expect.element(channels).not.toHaveAttribute('aria-invalid');
  await send();
  await expect.poll(() => told).toEqual(['7 粤电信']);
  expect(asked).toEqual([{ id: '7', name: '粤电信', channels: '30', note: '' }]);
});

test('what the form knows beyond the schema is said as well', async () => {
  const { name, kind, send } = await open('a');
  await name.fill('粤电信');
  await kind.selectOptions('甲');
  await send();
  await expect.element(kind).toHaveAccessibleDescription('不能重复');
  await expect.element(kind).toHaveFocus();
  await kind.selectOptions('乙');
  await expect.element(kind).not.toHaveAccessibleDescription('不能重复');
});

test('what the server refuses stands at its field until that is changed; what is about the whole is told', async () => {
  answers = async () => ({ errorCode: 235, errorMsg: '「甲」已经有了，请换一个名称', data: null, field: 'name' });
  const { screen, name, send } = await open();
  await name.fill('甲');
  await send();
  await expect.element(name).toHaveAccessibleDescription('「甲」已经有了，请换一个名称');
  await expect.element(name).toHaveFocus();
  expect(told).toEqual([]);
  await name.fill('乙');
  await expect.element(name).toHaveAccessibleDescription('随便叫');
  answers = async () => ({ errorCode: 232, errorMsg: '满了', data: null });
  await send();
  await expect.poll(() => told).toEqual(['满了']);
  await expect.element(screen.getByText('有改动')).toBeVisible();
});

test('it is sent once, however often one presses, and is as it was once that is done', async () => {
  const waiting: ((answer: object) => void)[] = [];
  answers = () => new Promise(done => waiting.push(done));
  const { screen, name } = await open();
  await expect.element(screen.getByText('没有改动')).toBeVisible();
  await name.fill('甲');
  await expect.element(screen.getByText('有改动')).toBeVisible();
  const form = document.querySelector('form');
  form?.requestSubmit();
  form?.requestSubmit();
  await expect.element(screen.getByRole('button', { name: '保存' })).toHaveAttribute('aria-busy', 'true');
  form?.requestSubmit();
  waiting[0]?.(saved);
  await expect.element(screen.getByText('没有改动')).toBeVisible();
  await expect.element(name).toHaveValue('甲');
  expect(told).toEqual(['7 甲']);
  expect(asked.length).toBe(1);
});

const Blind = () => {
  const form = useEndpointForm({
    endpoint: save,
    start: { name: '', channels: '0', note: '' },
    onDone: () => told.push('saved'),
  });
  return (
    <form {...form.props}>
      <TextField form={form} name="name" label="名称" />
      <Button type="submit">保存</Button>
    </form>
  );
};

test('of a field whose fault is drawn nowhere the server speaks, and is heard', async () => {
  answers = async () => ({ errorCode: 100, errorMsg: '通道：应为 1 到 5000 的整数', data: null, field: 'channels' });
  const screen = await render(<Blind />);
  const send = () => screen.getByRole('button', { name: '保存' }).click();
  await send();
  await expect.element(screen.getByLabelText('名称')).toHaveAccessibleDescription('必填');
  expect([asked.length, told]).toEqual([0, []]);
  await screen.getByLabelText('名称').fill('甲');
  await send();
  await expect.poll(() => told).toEqual(['通道：应为 1 到 5000 的整数']);
  expect(asked).toEqual([{ name: '甲', channels: '0', note: '' }]);
});
