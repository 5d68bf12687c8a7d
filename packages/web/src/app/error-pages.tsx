import { endpoints } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { call } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { Empty } from '../ui/panels.tsx';
import { type RouteRow, routes } from './routes.ts';
import './error-page.css';

/** What is the matter, in the middle of the whole sheet, and the way home. */
const ErrorPage = ({ title, hint }: { title: string; hint: ReactNode }) => {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  return (
    <div className="error-page middle">
      <Empty whole title={title} hint={hint}>
        <Button kind="primary" onClick={() => void navigate('/home')}>
          {t($ => $.error.home)}
        </Button>
      </Empty>
    </div>
  );
};

export const NotFound = () => {
  const { t } = useTranslation('shell');
  return <ErrorPage title={`404 · ${t($ => $.error.missing)}`} hint={t($ => $.error.missingHint)} />;
};

/** Who can open the page, by name; a page that belongs to a level of people is opened by nobody. */
const useHint = (wanted: RouteRow | undefined): string => {
  const { t, i18n } = useTranslation('shell');
  const key = wanted?.key ?? undefined;
  const isForOthers = wanted !== undefined && key === undefined;
  const { data } = useQuery({
    queryKey: ['oa/grantors', key],
    queryFn: ({ signal }) => call(endpoints.oa.grantors, key ? { key } : {}, { signal, quiet: true }),
    enabled: !isForOthers,
  });
  if (isForOthers) return t($ => $.error.notYours);
  const names = (data?.list ?? []).map(({ name, isOwner }) => (isOwner ? t($ => $.error.owner, { name }) : name));
  if (names.length === 0) return t($ => $.error.unauthorizedHint);
  const list = new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(names);
  return t($ => $.error.grantors, { names: list });
};

export const Unauthorized = () => {
  const { t } = useTranslation('shell');
  const [query] = useSearchParams();
  const wanted = routes.find(row => row.name === query.get('page'));
  const hint = useHint(wanted);
  const { label } = wanted ?? {};
  const page = label ? t($ => $.error.wanted, { page: t($ => $.nav[label]) }) : '';
  return (
    <ErrorPage
      title={`401 · ${t($ => $.error.unauthorized)}`}
      hint={
        <>
          {page && <strong>{page}</strong>} {hint}
        </>
      }
    />
  );
};

export const ServerError = () => {
  const { t } = useTranslation('shell');
  return <ErrorPage title={`500 · ${t($ => $.error.server)}`} hint={t($ => $.error.serverHint)} />;
};
