import { Suspense } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { startWords } from '../../text/first-words.ts';
import { plainPage } from '../../ui/chunk.ts';
import { PaneFault } from './pane-fault.tsx';

test('O-426: a chunk that failed says so inside its pane and is fetched again', async () => {
  await startWords();
  let tries = 0;
  const Late = plainPage(async () => {
    tries += 1;
    if (tries === 1) throw new Error('no network');
    return () => <p>到了</p>;
  });
  const screen = await render(
    <>
      <h1>框架</h1>
      <PaneFault>
        <Suspense>
          <Late />
        </Suspense>
      </PaneFault>
    </>,
  );
  await expect.element(screen.getByRole('heading', { name: '页面没有打开' })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: '框架' })).toBeVisible();
  await screen.getByRole('button', { name: '再试一次' }).click();
  await expect.element(screen.getByText('到了')).toBeVisible();
  expect(tries).toBe(2);
});

test('O-426: a chunk that does not come is given up after 120 s, with the same sentence and way', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await startWords();
  let tries = 0;
  const Stalled = plainPage(() => {
    tries += 1;
    return tries === 1 ? new Promise<never>(() => undefined) : Promise.resolve(() => <p>到了</p>);
  });
  const screen = await render(
    <PaneFault>
      <Suspense fallback={<p>还在来</p>}>
        <Stalled />
      </Suspense>
    </PaneFault>,
  );
  await expect.element(screen.getByText('还在来')).toBeVisible();
  vi.advanceTimersByTime(119_999);
  await expect.element(screen.getByText('还在来')).toBeVisible();
  vi.advanceTimersByTime(1);
  await expect.element(screen.getByRole('heading', { name: '页面没有打开' })).toBeVisible();
  await screen.getByRole('button', { name: '再试一次' }).click();
  await expect.element(screen.getByText('到了')).toBeVisible();
});
