import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../session/current-user.ts';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { Checklist } from './checklist.tsx';
import { Figures } from './figures.tsx';
import { Hours } from './hours.tsx';
import { Overview } from './overview.tsx';
import { RecentCalls } from './recent-calls.tsx';
import { RunningTasks } from './running-tasks.tsx';
import { Side } from './side.tsx';
import { type Home, useHome } from './use-home.ts';
import './home.css';

interface HomePageProps {
  /** The drawer stands beside: fewer columns. */
  readonly narrow: boolean;
  readonly onTestCall: () => void;
}

/** What one sees without a single right. */
const Plain = () => {
  const { t } = useTranslation('home');
  const name = useCurrentUser()?.userName ?? '';
  return <Empty whole title={t($ => $.plain.title, { name })} hint={t($ => $.plain.hint)} />;
};

const Parts = ({ home, narrow, onTestCall }: HomePageProps & { home: Home }) => {
  const isReseller = useCurrentUser()?.roleCode === 'agent';
  if (!home.calls && !home.tasks && home.todo.length === 0) return <Plain />;
  const low = home.todo.some(({ kind }) => kind === 'balance');
  return (
    <>
      <div className="home-main">
        {!narrow && isReseller && <Overview />}
        {home.steps && <Checklist steps={home.steps} onTestCall={onTestCall} />}
        {!narrow && home.calls && <Figures calls={home.calls} balance={home.balance} low={low} />}
        {!narrow && home.calls && <Hours hours={home.calls.hours} />}
        {!narrow && home.tasks && <RunningTasks tasks={home.tasks} now={home.at} />}
        {home.calls && <RecentCalls narrow={narrow} onTestCall={onTestCall} />}
      </div>
      {!narrow && <Side home={home} />}
    </>
  );
};

/** The first page of a merchant's or reseller's people. */
const MerchantHome = (props: HomePageProps) => {
  const { t } = useTranslation('home');
  const { data, isError, refetch, error } = useHome();
  return (
    <div className={props.narrow ? 'home is-narrow grid' : 'home grid'}>
      {data ? (
        <Parts {...props} home={data} />
      ) : (
        <div className="home-main">
          {isError ? (
            <ErrorPanel title={t($ => $.failed)} error={error} onAgain={() => void refetch()} />
          ) : (
            <Skeleton rows={16} />
          )}
        </div>
      )}
    </div>
  );
};

/** The platform's people have no calls of their own: they see all merchants together. */
export const HomePage = (props: HomePageProps) => {
  if (useCurrentUser()?.roleCode !== 'admin') return <MerchantHome {...props} />;
  return (
    <div className="home is-narrow grid">
      <div className="home-main">
        <Overview />
      </div>
    </div>
  );
};
