import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { placeOf, queryOf } from '../features/studio/frame/views.ts';
import { StudioPage } from '../features/studio/studio-page.tsx';
import { openSocket } from '../live/socket.ts';
import '../ui/base.css';
import '../ui/button.css';

/** Nothing of it is kept: another system opens the page with a token of its own. */
const freshQueries = () => new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });

/** The editor without the frame, in another system's page: `?id=` is the plan. */
export const OpenPlanRoute = () => {
  const [query, setQuery] = useSearchParams();
  const [queries] = useState(freshQueries);
  useEffect(() => openSocket(() => undefined), []);
  const id = query.get('id') ?? query.get('planId') ?? '';
  const onPlace = useCallback(
    (part: Partial<ReturnType<typeof placeOf>>) =>
      setQuery(
        now => {
          const plan = now.get('id') ?? now.get('planId') ?? '';
          return { id: plan, ...queryOf({ ...placeOf(now), ...part }) };
        },
        { replace: true },
      ),
    [setQuery],
  );
  const onOpen = useCallback((plan: string) => setQuery({ id: plan }), [setQuery]);
  return (
    <QueryClientProvider client={queries}>
      <main className="shell-sheet studio-open">
        <StudioPage key={id} id={id} place={placeOf(query)} onPlace={onPlace} onOpen={onOpen} />
      </main>
    </QueryClientProvider>
  );
};
