import { Suspense } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { MonitorPage } from '../features/monitor/monitor-page.tsx';
import { Skeleton } from '../ui/panels.tsx';
import { page } from './chunk.ts';
import '../ui/drawer.css';

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
        <Suspense
          fallback={
            <aside className="drawer">
              <Skeleton rows={8} />
            </aside>
          }
        >
          <TestCallDrawer />
        </Suspense>
      )}
    </div>
  );
};
