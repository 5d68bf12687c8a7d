import { endpoints, type OutputOf } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState, useTransition } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useNews } from '../../../live/use-news.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { Button } from '../../../ui/button.tsx';
import { byKeys } from '../../../ui/by-keys.ts';
import { plainPage } from '../../../ui/chunk.ts';
import { clock, count } from '../../../ui/format.ts';
import { Level } from '../../../ui/level.tsx';
import { ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { State } from '../../../ui/state.tsx';
import { ExportTool } from '../../../work/export-tool.tsx';
import { FollowLink } from '../../../work/follow-link.tsx';
import { HearCall, useMayHear } from '../../../work/hear-call.tsx';
import { percent } from '../board/board.ts';
import './task-report.css';

const AgainDialog = plainPage(() => import('./again-dialog.tsx').then(file => file.AgainDialog));

/** It goes over all calls of the task: while they end all the time it is read so often. */
const newsEveryMs = 5_000;

type Report = OutputOf<typeof endpoints.taskReport.read>;

interface TaskReportProps {
  readonly id: string;
  readonly onRecord: (callId: string) => void;
  /** A task was made of some of its people. */
  readonly onMade: (id: string) => void;
}

/** What came of a task: people by their latest result, hours, cost, calls worth hearing, and whom to call again. */
export const TaskReport = ({ id, onRecord, onMade }: TaskReportProps) => {
  const { t } = useTranslation('tasks');
  const [asks, setAsks] = useState(false);
  const [comes, whenHere] = useTransition();
  const buttons = useCurrentUser()?.btns ?? [];
  const [mayMake, mayExport] = [buttons.includes('task:create'), buttons.includes('callLog:export')];
  const report = useQuery({
    queryKey: ['task/report', id],
    queryFn: ({ signal }) => call(endpoints.taskReport.read, { id }, { signal, quiet: true }),
    staleTime: 0,
  });
  useNews(`task:${id}`, report.refetch, newsEveryMs, message => message.type === 'taskChanged');
  const { data } = report;
  if (report.isError && !data)
    return <ErrorPanel title={t($ => $.report.failed)} error={report.error} onAgain={() => void report.refetch()} />;
  if (!data) return <Skeleton rows={10} />;
  return (
    <section className="task-report fill" aria-label={t($ => $.board.report)} {...byKeys}>
      <div className="row gap-10 wrap">
        <p className="key">
          {t($ => $.report.sums, {
            calls: count(data.calls),
            minutes: count(Math.round(data.talkMs / 60_000)),
            cost: data.cost,
          })}
        </p>
        <FollowLink task={id} />
        {mayExport && (
          <ExportTool
            ask={t($ => $.report.sheet, { n: count(data.numbers) })}
            onStart={() => call(endpoints.taskReport.sheet, { id })}
          />
        )}
        {mayMake && (
          <Button
            kind="primary"
            icon={<UserPlus size={14} aria-hidden="true" />}
            loading={comes}
            onClick={() => whenHere(() => setAsks(true))}
          >
            {t($ => $.report.again)}
          </Button>
        )}
      </div>
      <div className="task-report-parts">
        <Funnel report={data} />
        <Levels report={data} />
        <Missed report={data} />
        <Hours report={data} />
        <ToHear title={t($ => $.report.best)} calls={data.best} onRecord={onRecord} />
        <ToHear title={t($ => $.report.worst)} calls={data.worst} onRecord={onRecord} />
      </div>
      {asks && <AgainDialog id={id} levels={data.levels} onClose={() => setAsks(false)} onMade={onMade} />}
    </section>
  );
};

const Bar = ({ part, of }: { part: number; of: number }) => (
  <i className="task-report-bar" aria-hidden="true">
    <i style={{ width: `${of > 0 ? (100 * part) / of : 0}%` }} />
  </i>
);

/** What a part is about, and what is counted in it. */
const Title = ({ says, of }: { says: string; of: string }) => (
  <header className="row gap-8 wrap">
    <h2 className="section-title">{says}</h2>
    <span className="key">{of}</span>
  </header>
);

const Funnel = ({ report }: { report: Report }) => {
  const { t } = useTranslation('tasks');
  const steps = ['numbers', 'dialled', 'answered', 'talked', 'good'] as const;
  return (
    <section>
      <Title says={t($ => $.report.funnel)} of={t($ => $.report.funnelOf)} />
      <ul className="task-report-rows">
        {steps.map((step, index) => (
          <li key={step}>
            <span>{t($ => $.report.steps[step])}</span>
            <Bar part={report[step]} of={report.numbers} />
            <b>{count(report[step])}</b>
            <span className="key">{index > 0 && percent(report[step], report[steps[index - 1]!])}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};

const Levels = ({ report }: { report: Report }) => {
  const { t } = useTranslation('tasks');
  return (
    <section>
      <Title says={t($ => $.report.levels)} of={t($ => $.report.inPeople)} />
      <ul className="task-report-rows">
        {report.levels.map(({ level, people }) => (
          <li key={level}>
            <Level level={level} />
            <Bar part={people} of={report.answered} />
            <b>{count(people)}</b>
            <span className="key">{percent(people, report.answered)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};

const Missed = ({ report }: { report: Report }) => {
  const { t } = useTranslation('tasks');
  const missed = report.dialled - report.answered;
  return (
    <section>
      <Title says={t($ => $.report.missed)} of={t($ => $.report.missedOf)} />
      {report.causes.length === 0 && <p className="key">{t($ => $.report.noMissed)}</p>}
      <ul className="task-report-rows">
        {report.causes.map(({ state, people }) => (
          <li key={state}>
            <State state={state} />
            <Bar part={people} of={missed} />
            <b>{count(people)}</b>
            <span className="key">{percent(people, missed)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** From the first hour with a call to the last, those between without one too: an axis leaves none out. */
const wholeHours = (hours: Report['hours']): Report['hours'] => {
  const [first, last] = [hours[0], hours.at(-1)];
  if (!first || !last) return [];
  const from = first.hour;
  return Array.from({ length: last.hour - from + 1 }, (_, at) => {
    const none = { hour: from + at, calls: 0, answered: 0 };
    return hours.find(({ hour }) => hour === none.hour) ?? none;
  });
};

const Hours = ({ report }: { report: Report }) => {
  const { t } = useTranslation('tasks');
  return (
    <section>
      <Title says={t($ => $.report.hours)} of={t($ => $.report.inCalls)} />
      {report.hours.length === 0 && <p className="key">{t($ => $.report.noCalls)}</p>}
      <ul className="task-report-rows">
        {wholeHours(report.hours).map(({ hour, calls, answered }) => (
          <li key={hour}>
            <span>{`${String(hour).padStart(2, '0')}:00`}</span>
            <Bar part={answered} of={calls} />
            <b>{count(calls)}</b>
            <span className="key">{percent(answered, calls)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};

interface ToHearProps {
  readonly title: string;
  readonly calls: Report['best'];
  readonly onRecord: (callId: string) => void;
}
const ToHear = ({ title, calls, onRecord }: ToHearProps) => {
  const { t } = useTranslation('tasks');
  const mayHear = useMayHear();
  return (
    <section>
      <h2 className="section-title">{title}</h2>
      {calls.length === 0 && <p className="key">{t($ => $.report.noCalls)}</p>}
      <ul className="task-report-calls">
        {calls.map(each => (
          <li key={each.id}>
            <HearCall id={each.id} says={t($ => $.report.hear, { phone: each.phone })} />
            <Level level={each.level} />
            {mayHear ? (
              <button type="button" className="link" onClick={() => onRecord(each.id)}>
                {each.phone}
              </button>
            ) : (
              <span>{each.phone}</span>
            )}
            <span className="cut">{each.name}</span>
            <span className="key">{clock(each.talkMs)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};
