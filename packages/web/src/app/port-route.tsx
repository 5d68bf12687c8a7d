import { Suspense, useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { LinesPage } from '../features/lines/lines-page.tsx';
import type { LinePanel } from '../features/lines/use-line-acts.tsx';
import { plainPage } from '../ui/chunk.ts';
import { DrawerSkeleton } from '../ui/panels.tsx';
import { page } from './page.ts';

const LinePanels = plainPage(() => import('../features/lines/line-panels.tsx').then(file => file.LinePanels));
const TestCallDrawer = page(() => import('../features/test-call/test-call-route.tsx').then(file => file.TestCallRoute));

const fresh = 'new';
const panels: readonly (LinePanel | 'port')[] = ['edit', 'numbers', 'doctor', 'gateway', 'port'];

/**
 * Lines and channel groups; `?tab=ports` shows the groups. Beside them stands one panel: `?panel=edit&id=<line>` (`new`
 * adds), `numbers`, `doctor`, `gateway`, `port`, or the test call (`?call=`). A reload keeps it.
 */
export const PortRoute = () => {
  const [query, setQuery] = useSearchParams();
  const tab = query.get('tab') === 'ports' ? 'ports' : 'lines';
  const call = query.get('call');
  const panel = panels.find(each => each === query.get('panel'));
  const id = query.get('id');
  const show = useCallback(
    (part: Record<string, string>) => setQuery({ ...(tab === 'ports' && { tab }), ...part }, { replace: true }),
    [setQuery, tab],
  );
  const onPanel = useCallback(
    (next: LinePanel, lineId: string | null) => show({ panel: next, id: lineId ?? fresh }),
    [show],
  );
  const onPort = useCallback((port: string | null) => show({ panel: 'port', id: port ?? fresh }), [show]);
  const onTestCall = useCallback((line: string) => show({ call: 'new', line }), [show]);
  const onClose = useCallback(() => show({}), [show]);
  const open = panel && id !== null ? { panel, id: id === fresh ? null : id } : null;
  return (
    <div className={open || call !== null ? 'beside is-open' : 'beside'}>
      <LinesPage
        tab={tab}
        openId={open?.id ?? null}
        onTab={next => setQuery(next === 'ports' ? { tab: next } : {}, { replace: true })}
        onPanel={onPanel}
        onPort={onPort}
        onTestCall={onTestCall}
        onClose={onClose}
      />
      <Suspense fallback={<DrawerSkeleton />}>
        {call !== null ? <TestCallDrawer /> : open && <LinePanels open={open} onClose={onClose} onPanel={onPanel} />}
      </Suspense>
    </div>
  );
};
