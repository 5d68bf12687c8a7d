import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { type Step, steps } from '../features/tasks/editor/steps.ts';
import { type Panel, TasksPage } from '../features/tasks/tasks-page.tsx';
import { plainPage } from '../ui/chunk.ts';
import { DrawerSkeleton, Skeleton } from '../ui/panels.tsx';
import { type TaskStateWord, taskStateWords } from '../ui/task-state.tsx';

const TaskEditor = plainPage(() => import('../features/tasks/editor/task-editor.tsx').then(file => file.TaskEditor));
const CallingRules = plainPage(() => import('../features/rules/rules-drawer.tsx').then(file => file.RulesDrawer));

const SeriesPanel = plainPage(() => import('../features/tasks/series/series-panel.tsx').then(file => file.SeriesPanel));

const fresh = 'new';
const oneOf = <T extends string>(known: readonly T[], text: string | null): T | null =>
  known.find(each => each === text) ?? null;

/**
 * My tasks: the list, a panel beside it (`?panel=`), or a task being made or changed in its place (`?edit=new`,
 * `?edit=<id>&step=`). All of it stands in the address, so a reload keeps it.
 */
export const TasksRoute = () => {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  // A second change may come before the first has been navigated to: it builds on what was last wanted.
  const wanted = useRef(query);
  useEffect(() => {
    wanted.current = query;
  }, [query]);
  const put = useCallback(
    (part: Record<string, string | null>, replace = false) => {
      const next = new URLSearchParams(wanted.current);
      for (const [name, value] of Object.entries(part)) value ? next.set(name, value) : next.delete(name);
      wanted.current = next;
      setQuery(next, { replace });
    },
    [setQuery],
  );
  const onEdit = useCallback(
    (id: string | null, step?: Step) => put({ edit: id ?? fresh, step: step ?? null, panel: null }),
    [put],
  );
  const onCreated = useCallback((id: string) => put({ edit: id }, true), [put]);
  const edit = query.get('edit');
  const board = (id: string) => void navigate(`/platform/task/${id}`);
  // The editor is left before the board comes: this tab shows the list when one returns to it.
  const [boardAfter, setBoardAfter] = useState<string | null>(null);
  const leaveFor = (id: string) => {
    setBoardAfter(id);
    put({ edit: null, step: null }, true);
  };
  useEffect(() => {
    if (boardAfter === null || edit !== null) return;
    setBoardAfter(null);
    void navigate(`/platform/task/${boardAfter}`);
  }, [boardAfter, edit, navigate]);

  if (edit !== null)
    return (
      <Suspense fallback={<Skeleton rows={8} />}>
        <TaskEditor
          id={edit === fresh ? null : edit}
          step={oneOf(steps, query.get('step')) ?? 'base'}
          onStep={step => put({ step }, true)}
          onCreated={onCreated}
          onClose={() => put({ edit: null, step: null })}
          onBoard={leaveFor}
        />
      </Suspense>
    );
  const panel = oneOf<Panel>(['rules', 'series'], query.get('panel'));
  return (
    <div className={panel ? 'beside is-open' : 'beside'}>
      <TasksPage
        state={oneOf<TaskStateWord>(taskStateWords, query.get('state'))}
        q={query.get('q') ?? ''}
        panel={panel}
        onFilter={part => put(part, true)}
        onPanel={next => put({ panel: next }, true)}
        onEdit={onEdit}
        onBoard={board}
      />
      <Suspense fallback={panel && <DrawerSkeleton />}>
        {panel === 'rules' && <CallingRules onClose={() => put({ panel: null }, true)} />}
        {panel === 'series' && <SeriesPanel onEdit={onEdit} onClose={() => put({ panel: null }, true)} />}
      </Suspense>
    </div>
  );
};
