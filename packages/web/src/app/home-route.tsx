import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { HomePage } from '../features/home/home-page.tsx';
import { DrawerSkeleton } from '../ui/panels.tsx';
import { page } from './page.ts';

const TestCallDrawer = page(
  () => import('../features/test-call/test-call-route.tsx').then(file => file.TestCallRoute),
  'lines',
);

/** Home, with the test call beside it: `?call=new` opens the drawer, `?call=<id>` follows that call (a reload too). */
export const HomeRoute = () => {
  const [query, setQuery] = useSearchParams();
  const call = query.get('call');
  return (
    <div className={call === null ? 'beside' : 'beside is-open'}>
      <HomePage narrow={call !== null} onTestCall={() => setQuery({ call: 'new' })} />
      {call !== null && (
        <Suspense fallback={<DrawerSkeleton />}>
          <TestCallDrawer />
        </Suspense>
      )}
    </div>
  );
};
