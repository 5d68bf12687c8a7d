import { useEffect, useState } from 'react';
import { type PageInfo, settings } from '../api/settings.ts';
import { MpBindPage } from '../features/mpbind/mpbind-page.tsx';
import { branding } from '../session/branding.ts';

export const MpBindRoute = () => {
  const [brand, setBrand] = useState<PageInfo | null>(settings.pageInfo);
  useEffect(() => {
    void branding().then(setBrand);
  }, []);
  return brand && <MpBindPage brand={brand} />;
};
