import { useTranslation } from 'react-i18next';
import { useLoaderData } from 'react-router';
import './bare-pages.css';

/** Pages without a frame: they must show even when no chunk can be loaded. */
export const Loading = () => {
  const { t } = useTranslation('login');
  return (
    <main className="bare" aria-busy="true">
      <p className="late">{t($ => $.page.loading)}</p>
    </main>
  );
};

/** A chunk that did not come, or a page that threw. Loading the address again also fetches a newer version. */
export const Broken = () => {
  const { t } = useTranslation('login');
  return (
    <main className="bare" role="alert">
      <h1>{t($ => $.page.broken)}</h1>
      <p>{t($ => $.page.brokenHint)}</p>
      <button type="button" onClick={() => location.reload()}>
        {t($ => $.page.again)}
      </button>
    </main>
  );
};

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
