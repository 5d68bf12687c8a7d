import { useEffect, useState } from 'react';
import { type PageInfo, settings } from '../api/settings.ts';
import { keepToken } from '../api/token.ts';
import { LoginPage } from '../features/login/login-page.tsx';
import { branding } from '../session/branding.ts';

export const LoginRoute = ({ onTyping, onSignedIn }: { onTyping: () => void; onSignedIn: () => void }) => {
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
      onTyping={onTyping}
      onSignedIn={token => {
        keepToken(token);
        onSignedIn();
      }}
    />
  );
};
