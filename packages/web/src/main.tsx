import './ui/ground.css';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { Loading } from './app/bare-pages.tsx';
import { startRouter } from './app/router.tsx';
import { branding } from './session/branding.ts';
import { startWords } from './text/words.ts';
import { appearance } from './ui/theme/appearance.ts';
import { Toasts } from './ui/toasts.tsx';

// zod would probe for `new Function`, which our content security policy forbids and the browser then reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = createRoot(document.getElementById('root')!);
const [brand] = await Promise.all([branding(), startWords()]);
appearance.takeTheme(brand.oemHomeTheme);
document.title = brand.oemTitle;
root.render(
  <StrictMode>
    <Suspense fallback={<Loading />}>
      <RouterProvider router={startRouter()} />
    </Suspense>
    <Toasts />
  </StrictMode>,
);
