import { endpoints, fieldChars } from '@lianxian/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../api/call.ts';
import { when } from '../../../ui/format.ts';
import { useUnsaved } from '../../../ui/unsaved/unsaved.ts';
import { baseFaults, type Draft, draftOf, freshDraft, insideRules, settingsOf, taskInput } from './draft.ts';
import { retryVersionsKey } from './retry-versions.tsx';

const autosaveAfterMs = 700;
const listed = { limit: 100 } as const;

type Saving = 'clean' | 'saving' | 'saved' | 'failed';

/** Everything the editor reads: plans, ports, the merchant's limits, and the task itself where there is one. */
export const useGround = (id: string | null) => {
  const plans = useQuery({
    queryKey: ['plan/list'],
    queryFn: ({ signal }) => call(endpoints.plan.list, listed, { signal, quiet: true }),
  });
  const ports = useQuery({
    queryKey: ['port/options'],
    queryFn: ({ signal }) => call(endpoints.port.options, listed, { signal, quiet: true }),
  });
  const rules = useQuery({
    queryKey: ['rules/own'],
    queryFn: ({ signal }) => call(endpoints.rules.own, {}, { signal, quiet: true }),
  });
  const task = useQuery({
    queryKey: ['task/detail', id],
    queryFn: ({ signal }) => call(endpoints.task.detail, { id: id ?? '' }, { signal, quiet: true }),
    enabled: id !== null,
    staleTime: 0,
  });
  const failed = plans.isError || ports.isError || (id !== null && task.isError && !task.data);
  const error = plans.error ?? ports.error ?? task.error;
  const again = () => {
    for (const query of [plans, ports, rules]) if (query.isError) void query.refetch();
    if (id !== null && task.isError) void task.refetch();
  };
  return {
    plans: plans.data?.list,
    ports: ports.data?.list,
    rules: rules.data?.rules,
    taskHours: rules.data?.taskHours ?? null,
    task: task.data,
    failed,
    error,
    again,
  };
};
export type Ground = ReturnType<typeof useGround>;

/**
 * The task as it is typed. A draft is written to the server as soon as its first step is whole, and again after each
 * change, one writing at a time: imports attach to it, and a reload loses nothing. A task that was started is written
 * only when one says so. `root` goes to what holds its fields: what is not written is asked about when that goes.
 */
export const useDraft = (id: string | null, ground: Ground, onCreated: (id: string) => void) => {
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [saving, setSaving] = useState<Saving>('clean');
  const [isChanged, setChanged] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const settled = useRef((): void => undefined);
  const latest = useRef({ draft, id, ground, written: '', busy: Promise.resolve(true) });
  latest.current.draft = draft;
  latest.current.ground = ground;
  latest.current.id = id ?? latest.current.id;

  const { plans, ports, task } = ground;
  const ready = plans !== undefined && ports !== undefined && (id === null || task !== undefined);
  if (draft === null && ready) {
    // Day and minute: two of a day are told apart.
    const day = when(new Date().toISOString(), new Date(0), '').slice(5, 16);
    const first = task
      ? draftOf(task)
      : freshDraft(plans, ports, plan => `${plan} ${day}`.slice(-fieldChars(taskInput, 'name')));
    latest.current.written = task ? JSON.stringify(settingsOf(first)) : '';
    setDraft(first);
  }

  const write = useCallback(async (): Promise<boolean> => {
    const now = latest.current;
    const settings = now.draft && settingsOf(now.draft);
    if (!settings) return false;
    const text = JSON.stringify(settings);
    if (text === now.written) {
      setChanged(false);
      return true;
    }
    setSaving('saving');
    try {
      const { ports = [], taskHours } = now.ground;
      const sent = insideRules(settings, ports, taskHours);
      const saved = await call(endpoints.task.save, { ...(now.id && { id: now.id }), ...sent });
      const isNew = now.id === null;
      now.id = saved.id;
      now.written = text;
      setSaving('saved');
      settled.current();
      setChanged(now.draft !== null && JSON.stringify(settingsOf(now.draft)) !== text);
      if (isNew) onCreated(saved.id);
      for (const key of ['task/list', 'task/detail', 'task/board', 'task/check', retryVersionsKey])
        void queries.invalidateQueries({ queryKey: [key] });
      return true;
    } catch {
      // The toast has said why; what was typed is still here.
      setSaving('failed');
      return false;
    }
  }, [onCreated, queries]);
  /** True once what is typed is on the server. */
  const save = useCallback((): Promise<boolean> => {
    latest.current.busy = latest.current.busy.then(write, write);
    return latest.current.busy;
  }, [write]);

  const automatic = task === undefined || task.state === 'draft';
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    if (!touched || !automatic || draft === null || baseFaults(draft).length > 0) return;
    const timer = setTimeout(() => void save(), autosaveAfterMs);
    return () => clearTimeout(timer);
  }, [draft, touched, automatic, save]);
  const change = (part: Partial<Draft>) => {
    setTouched(true);
    setChanged(true);
    setDraft(before => before && { ...before, ...part });
  };
  settled.current = useUnsaved({
    isChanged,
    isRestored: false,
    element: () => root.current,
    save,
    drop: () => {
      setDraft(null);
      setTouched(false);
      setChanged(false);
    },
  });
  return { draft, change, save, saving, root };
};
