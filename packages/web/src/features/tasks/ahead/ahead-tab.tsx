import { type CallOf, endpoints } from '@lianxian/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { Button } from '../../../ui/button.tsx';
import { byKeys } from '../../../ui/by-keys.ts';
import { count, nearTime, timeOfDay, when } from '../../../ui/format.ts';
import { Input } from '../../../ui/input.tsx';
import { Empty, ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { toast } from '../../../ui/toast.ts';
import { WeekGrid } from '../../../ui/week/week-grid.tsx';
import { PortLine } from '../editor/base-step.tsx';
import {
  baseFaults,
  type Draft,
  draftOf,
  insideRules,
  type Port,
  pacingFaults,
  settingsOf,
  type TaskDetail,
} from '../editor/draft.ts';
import { FaultNote } from '../editor/fault-note.tsx';
import { FigureField } from '../editor/figure-field.tsx';
import { RetryList } from '../editor/retry-list.tsx';
import { type Ground, useGround } from '../editor/use-draft.ts';
import { hourToCome, wallClock } from '../wall-clock.ts';
import { truthOf } from './bands.ts';
import { type Side, ToldTable } from './told-table.tsx';
import { Truth } from './truth.tsx';
import '../editor/editor.css';
import './ahead.css';

type Settings = Omit<CallOf<typeof endpoints.whatIf.look>, 'taskId' | 'from'>;
const parts = ['ports', 'concurrency', 'windows', 'retries'] as const;

/** What of the draft is not as the task has it; null: something is wrong with it. */
const changesOf = (draft: Draft, task: TaskDetail, ground: Ground): Settings | null => {
  const [own, typed] = [settingsOf(draftOf(task)), settingsOf(draft)];
  if (own === null || typed === null) return null;
  const wished = insideRules(typed, ground.ports ?? [], ground.taskHours);
  const changed = parts.filter(part => JSON.stringify(wished[part]) !== JSON.stringify(own[part]));
  return Object.fromEntries(changed.map(part => [part, wished[part]])) as Settings;
};

/** What would come of a task's list, as it is set and with other settings that one tries out. */
export const AheadTab = ({ id }: { id: string }) => {
  const { t } = useTranslation('tasks');
  const ground = useGround(id);
  const { task, ports } = ground;
  if (ground.failed) return <ErrorPanel title={t($ => $.editor.failed)} error={ground.error} onAgain={ground.again} />;
  if (!task || !ports) return <Skeleton rows={8} />;
  return <Ahead key={id} task={task} ports={ports} ground={ground} />;
};

/** Of which time one asks: from now on, from a later minute on, or of a day that was. */
const whens = ['now', 'later', 'day'] as const;
interface When {
  readonly of: (typeof whens)[number];
  /** A minute of the merchant's clock. */
  readonly from: string;
  readonly day: string;
}

interface Asked {
  /** Null: none that was. */
  readonly day: string | null;
  /** Null: from now on. */
  readonly from: string | null;
  readonly settings: Settings;
}

/** It takes a thread some hundred ms; who leaves takes the question back. */
const useLooked = (taskId: string, { day, from, settings }: Asked) =>
  useQuery({
    queryKey: ['whatIf/look', taskId, day, from, settings],
    queryFn: async ({ signal }) => {
      const options = { signal, quiet: true };
      if (day === null)
        return {
          ...(await call(endpoints.whatIf.look, { taskId, ...(from !== null && { from }), ...settings }, options)),
          happened: null,
        };
      return await call(endpoints.whatIf.day, { taskId, day, ...settings }, options);
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });

const dayMs = 86_400_000;
/** By the merchant's calendar. */
const yesterday = (): string => when(new Date(Date.now() - dayMs).toISOString(), new Date(0), '').slice(0, 10);

/** From the task's own start where that is to come, else from now on. */
const whenOf = ({ startsAt }: TaskDetail): When => {
  const isToCome = startsAt !== null && Date.parse(startsAt) > Date.now();
  return {
    of: isToCome ? 'later' : 'now',
    from: isToCome ? wallClock(new Date(startsAt)) : hourToCome(),
    day: yesterday(),
  };
};
const askedAt = ({ of, from, day }: When): Omit<Asked, 'settings'> => ({
  day: of === 'day' ? day : null,
  from: of === 'later' ? from : null,
});
/** Whether it is a time of its kind. */
const isWhole = ({ of, from, day }: When): boolean => (of === 'later' ? from > wallClock(new Date()) : day !== '');

interface AheadProps {
  readonly task: TaskDetail;
  readonly ports: readonly Port[];
  readonly ground: Ground;
}

const Ahead = ({ task, ports, ground }: AheadProps) => {
  const { t } = useTranslation('ahead');
  const [draft, setDraft] = useState(() => draftOf(task));
  const [time, setTime] = useState(() => whenOf(task));
  const [asked, setAsked] = useState<Asked>(() => ({ ...askedAt(time), settings: {} }));
  const looked = useLooked(task.id, asked);
  const change = (part: Partial<Draft>) => setDraft(before => ({ ...before, ...part }));
  const settings = changesOf(draft, task, ground);
  const wished: Asked | null = settings && { ...askedAt(time), settings };
  const isAsked = JSON.stringify(wished) === JSON.stringify(asked);
  const isChanged = Object.keys(asked.settings).length > 0;
  const look = () => {
    if (wished === null) return;
    if (isAsked) void looked.refetch();
    else setAsked(wished);
  };
  const back = () => {
    setDraft(draftOf(task));
    setAsked({ ...asked, settings: {} });
  };
  return (
    <div className="ahead flex fill">
      <form
        className="ahead-settings editor-step-body"
        onSubmit={event => {
          event.preventDefault();
          look();
        }}
      >
        <WhenFields time={time} onChange={part => setTime({ ...time, ...part })} />
        <SettingsFields draft={draft} ports={ports} ground={ground} onChange={change} />
        <footer className="ahead-foot row gap-8">
          <Button kind="primary" type="submit" disabled={wished === null || !isWhole(time)} loading={looked.isFetching}>
            {t($ => $.whatIf.look)}
          </Button>
          {isChanged && <Button onClick={back}>{t($ => $.whatIf.back)}</Button>}
          {isChanged && isAsked && <Adopt task={task} draft={draft} ground={ground} />}
        </footer>
      </form>
      <section
        className="ahead-told fill"
        aria-label={t($ => $.whatIf.title)}
        aria-busy={looked.isFetching}
        {...byKeys}
      >
        <ToldSides looked={looked} isLater={asked.from !== null} />
        {asked.day === null && <Truth taskId={task.id} />}
      </section>
    </div>
  );
};

const WhenFields = ({ time, onChange }: { time: When; onChange: (part: Partial<When>) => void }) => {
  const { t } = useTranslation('ahead');
  const isPast = time.of === 'later' && !isWhole(time);
  return (
    <>
      <div className="row gap-8 wrap">
        <Segments
          label={t($ => $.whatIf.when)}
          options={whens.map(value => ({ value, text: t($ => $.whatIf.of[value]) }))}
          value={time.of}
          onChange={of => onChange({ of })}
        />
        {time.of === 'later' && (
          <Input
            type="datetime-local"
            aria-label={t($ => $.whatIf.begin)}
            min={wallClock(new Date())}
            value={time.from}
            wrong={isPast}
            onChange={event => onChange({ from: event.target.value })}
          />
        )}
        {time.of === 'day' && (
          <Input
            type="date"
            aria-label={t($ => $.whatIf.day)}
            max={yesterday()}
            value={time.day}
            onChange={event => onChange({ day: event.target.value })}
          />
        )}
      </div>
      <p className={isPast ? 'wrong' : 'hint'}>{isPast ? t($ => $.whatIf.past) : t($ => $.whatIf.hint[time.of])}</p>
    </>
  );
};

const ToldSides = ({ looked, isLater }: { looked: ReturnType<typeof useLooked>; isLater: boolean }) => {
  const { t } = useTranslation('ahead');
  const { data } = looked;
  if (looked.isError)
    return <ErrorPanel title={t($ => $.whatIf.failed)} error={looked.error} onAgain={() => void looked.refetch()} />;
  if (!data) return <Skeleton rows={10} />;
  const nearby = (then: string) =>
    nearTime(then, new Date(), { today: t($ => $.whatIf.today), tomorrow: t($ => $.whatIf.tomorrow) });
  const { at, numbers, seen, asItIs, changed, happened } = data;
  if (numbers === 0) return <Empty title={t($ => $.whatIf.nobody)} hint={t($ => $.whatIf.nobodyHint)} />;
  const sides: readonly Side[] = [
    ...(happened === null ? [] : [{ name: t($ => $.whatIf.happened), told: truthOf(happened, '') }]),
    { name: t($ => $.whatIf.asItIs), told: asItIs },
    ...(changed === null ? [] : [{ name: t($ => $.whatIf.changed), told: changed }]),
  ];
  const n = count(numbers);
  const fromNow = isLater ? t($ => $.whatIf.numbersLater, { n, at: nearby(at) }) : t($ => $.whatIf.numbers, { n });
  const from = happened === null ? fromNow : t($ => $.whatIf.numbersThen, { n, at: timeOfDay(at) });
  return (
    <>
      <h2 className="section-title">{happened === null ? t($ => $.whatIf.title) : at.slice(0, 10)}</h2>
      <p>
        {from}
        {seen.calls === 0 ? t($ => $.whatIf.seenNone) : t($ => $.whatIf.seen[seen.of], { n: count(seen.calls) })}
      </p>
      <p className="hint">{t($ => $.whatIf.bandHint)}</p>
      <ToldTable
        at={at}
        sides={sides}
        parts={happened === null ? ['today', 'all'] : ['today']}
        isOtherDay={isLater || happened !== null}
      />
      <p className="hint">{happened === null ? t($ => $.whatIf.notIn) : t($ => $.whatIf.notInThen)}</p>
    </>
  );
};

interface SettingsProps extends Pick<AheadProps, 'ports' | 'ground'> {
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
}

const SettingsFields = ({ draft, ports, ground, onChange }: SettingsProps) => {
  const { t } = useTranslation('tasks');
  return (
    <>
      <section className="editor-step-field">
        <h2>{t($ => $.pacing.speed)}</h2>
        <FigureField
          name="concurrency"
          label={t($ => $.pacing.concurrency)}
          unit={t($ => $.pacing.concurrencyUnit)}
          draft={draft}
          onChange={onChange}
        />
        <ul className="editor-port-lines">
          {ports.map(port => (
            <PortLine key={port.id} port={port} draft={draft} onChange={onChange} />
          ))}
        </ul>
        <FaultNote fault="ports" faults={baseFaults(draft)} />
        <FaultNote fault="channels" faults={baseFaults(draft)} />
      </section>
      <section className="editor-step-field">
        <h2>{t($ => $.pacing.hours)}</h2>
        <WeekGrid week={draft.windows} onChange={windows => onChange({ windows })} />
        <FaultNote fault="hours" faults={pacingFaults(draft)} />
      </section>
      <section className="editor-step-field">
        <h2>{t($ => $.pacing.retries)}</h2>
        <RetryList retries={draft.retries} plans={ground.plans ?? []} onChange={retries => onChange({ retries })} />
        <FaultNote fault="retries" faults={pacingFaults(draft)} />
      </section>
    </>
  );
};

/** The settings that were tried become the task's. */
const Adopt = ({ task, draft, ground }: Pick<AheadProps, 'task' | 'ground'> & { draft: Draft }) => {
  const { t } = useTranslation('ahead');
  const queries = useQueryClient();
  const mayCreate = useCurrentUser()?.btns.includes('task:create') ?? false;
  const save = useMutation({
    mutationFn: () => {
      const settings = settingsOf(draft);
      if (settings === null) throw new Error('settings that were looked at are whole');
      return call(endpoints.task.save, { id: task.id, ...insideRules(settings, ground.ports ?? [], ground.taskHours) });
    },
    onSuccess: () => {
      toast.ok(t($ => $.whatIf.adopted));
      return Promise.all(
        ['task/list', 'task/detail', 'task/board', 'whatIf/look'].map(key =>
          queries.invalidateQueries({ queryKey: [key] }),
        ),
      );
    },
  });
  if (!mayCreate || task.state === 'stopped' || task.state === 'finished') return null;
  return (
    <Button loading={save.isPending} onClick={() => save.mutate()}>
      {t($ => $.whatIf.adopt)}
    </Button>
  );
};
