import { Suspense } from 'react';
import { FollowUpPage } from '../features/follow-up/follow-up-page.tsx';
import { plainPage } from '../ui/chunk.ts';
import { Skeleton } from '../ui/panels.tsx';
import { useKeys } from './shortcuts.ts';

const FollowPanel = plainPage(() => import('../features/call-record/follow-panel.tsx').then(file => file.FollowPanel));

/** The follow-up desk with the call of whom one has before one: `?task=<id>&open=<call>`. */
export const FollowUpRoute = () => {
  const { on } = useKeys();
  return (
    <FollowUpPage
      panel={open => (
        <Suspense fallback={<Skeleton rows={10} />}>
          <FollowPanel {...open} keys={on} />
        </Suspense>
      )}
    />
  );
};
