import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaderData } from 'react-router';
import './bare-pages.css';

/**
 * A page without a frame. openPlan and openSip without a token: the URL stays, one sentence. A page whose module
 * does not exist yet is a 404.
 */
export const Bare = ({ Shown }: { Shown: ComponentType | null }) => {
  const { t } = useTranslation('login');
  const { abandoned } = useLoaderData<{ abandoned: boolean }>();
  if (Shown && !abandoned) return <Shown />;
  return (
    <main className="bare">
      <h1>{abandoned ? t($ => $.page.abandoned) : '404'}</h1>
    </main>
  );
};
