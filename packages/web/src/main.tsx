import './api/page-storage.ts';
import './ui/ground.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { takeCarriedToken, takePreview } from './api/token.ts';
import { showBrand } from './app/brand.ts';
import { comesWithToken, Start, startsAtLogin } from './app/start.tsx';
import { branding } from './session/branding.ts';
import { startWords } from './text/first-words.ts';
import { startTips } from './ui/tips.ts';
import { Toasts } from './ui/toasts.tsx';

// zod would probe for `new Function`, which our content security policy forbids and the browser then reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

takePreview();
if (comesWithToken(location.pathname)) takeCarriedToken();

startTips();
const root = createRoot(document.getElementById('root')!);
const brand = await branding();
await startWords(brand.languageSwitch);
showBrand(brand);
root.render(
  <StrictMode>
    <Start loginPath={startsAtLogin(location.pathname, brand.loginTheme)} />
    <Toasts />
  </StrictMode>,
);
