import { useTranslation } from 'react-i18next';
import { useLoaderData } from 'react-router';
import './bare-pages.css';

/** openPlan and openSip without a token: the URL stays, one sentence. With one: the module does not exist yet. */
export const Abandoned = () => {
  const { t } = useTranslation('login');
  const { abandoned } = useLoaderData<{ abandoned: boolean }>();
  return (
    <main className="bare">
      <h1>{abandoned ? t($ => $.page.abandoned) : '404'}</h1>
    </main>
  );
};
