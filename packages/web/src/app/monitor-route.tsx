import { Suspense } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { MonitorPage } from '../features/monitor/monitor-page.tsx';
import { DrawerSkeleton } from '../ui/panels.tsx';
import { page } from './page.ts';

const TestCallDrawer = page(() => import('../features/test-call/test-call-route.tsx').then(file => file.TestCallRoute));

/** The gateway monitor; `?by=port` shows channel groups, `?call=` the test call beside it. */
export const MonitorRoute = () => {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const call = query.get('call');
  const by = query.get('by') === 'port' ? 'port' : 'line';
  return (
    <div className={call === null ? 'beside' : 'beside is-open'}>
      <MonitorPage
        by={by}
        onBy={next => setQuery(next === 'port' ? { by: next } : {}, { replace: true })}
        onTestCall={line => setQuery({ call: 'new', line })}
        onConnect={() => void navigate('/platform/connect-line')}
      />
      {call !== null && (
        <Suspense fallback={<DrawerSkeleton />}>
          <TestCallDrawer />
        </Suspense>
      )}
    </div>
  );
};
