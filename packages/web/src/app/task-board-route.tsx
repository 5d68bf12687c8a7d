import { Suspense, useCallback } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { type BoardTab, TaskBoardPage } from '../features/tasks/board/task-board-page.tsx';
import { plainPage } from '../ui/chunk.ts';
import { Skeleton } from '../ui/panels.tsx';
import '../ui/drawer.css';

const SettingsDrawer = plainPage(() =>
  import('../features/tasks/board/settings-drawer.tsx').then(file => file.SettingsDrawer),
);

const TaskDecisions = plainPage(() =>
  import('../features/decisions/task-decisions.tsx').then(file => file.TaskDecisions),
);

const tabs: readonly BoardTab[] = ['live', 'numbers', 'ahead', 'decisions', 'report'];

/** A task's board; `?tab=numbers` shows its numbers, `?panel=settings` its settings beside. */
export const TaskBoardRoute = () => {
  const { id = '' } = useParams();
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const tab = tabs.find(each => each === query.get('tab')) ?? null;
  const panel = query.get('panel') === 'settings';
  const show = useCallback(
    (next: { tab: BoardTab | null; panel: boolean }) =>
      setQuery({ ...(next.tab && { tab: next.tab }), ...(next.panel && { panel: 'settings' }) }, { replace: true }),
    [setQuery],
  );
  const onEdit = useCallback(
    (task: string, step?: 'numbers' | 'pacing') => {
      if (task === id && step === 'pacing') return show({ tab, panel: true });
      void navigate(`/my-task?${new URLSearchParams({ edit: task, ...(step && { step }) })}`);
    },
    [id, tab, show, navigate],
  );
  const onRecord = (call: string) => void navigate(`/platform/call/${call}`);
  return (
    <div className={panel ? 'beside is-open' : 'beside'}>
      <TaskBoardPage
        key={id}
        id={id}
        tab={tab}
        onTab={next => show({ tab: next, panel })}
        onBack={() => void navigate('/my-task')}
        onEdit={onEdit}
        onRecord={onRecord}
        decisions={
          <Suspense fallback={<Skeleton rows={8} />}>
            <TaskDecisions key={id} task={id} onRecord={onRecord} />
          </Suspense>
        }
      />
      {panel && (
        <Suspense>
          <SettingsDrawer id={id} onClose={() => show({ tab, panel: false })} />
        </Suspense>
      )}
    </div>
  );
};
