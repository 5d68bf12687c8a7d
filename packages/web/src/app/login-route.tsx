import { useEffect, useState } from 'react';
import { LoginPage } from '../features/login/login-page.tsx';
import { branding } from '../session/branding.ts';
import { type PageInfo, settings } from '../session/settings.ts';
import { keepToken } from '../session/token.ts';

/** While one types, the browser fetches what comes after: signing in then costs one request. */
const fetchShell = () => {
  const next = [() => import('./router.tsx'), () => import('./shell.tsx'), () => import('./home-route.tsx')];
  for (const load of next) load().catch(() => undefined);
};

export const LoginRoute = ({ onSignedIn }: { onSignedIn: () => void }) => {
  const [brand, setBrand] = useState<PageInfo | null>(settings.pageInfo);
  useEffect(() => {
    void branding().then(setBrand);
  }, []);
  if (!brand) return null;
  return (
    <LoginPage
      brand={brand}
      version={settings.version}
      plain={Number(brand.loginTheme) === 1}
      onTyping={fetchShell}
      onSignedIn={token => {
        keepToken(token);
        onSignedIn();
      }}
    />
  );
};
