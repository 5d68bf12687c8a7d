import { endpoints, type OutputOf } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Check, Headphones, Phone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { call } from '../../api/call.ts';
import { wasOpened } from '../../session/opened.ts';
import { useVisitor } from '../../session/visitor.ts';

type Row = OutputOf<typeof endpoints.call.list>['list'][number];
type Place = 'done' | 'now' | 'coming';
interface Step {
  readonly name: string;
  readonly hint: string;
  /** Behind the hint, whatever the step's place. */
  readonly more?: ReactNode;
  readonly done: boolean;
  readonly action?: ReactNode;
}

const hiddenKey = 'lx.checklist.hidden';
const minutesAStep = 1;

const StepItem = ({ step, number, place }: { step: Step; number: number; place: Place }) => (
  <li className={`is-${place}`} aria-current={place === 'now' ? 'step' : undefined} title={step.name}>
    <span className="end">{place === 'done' ? <Check size={14} aria-hidden="true" /> : number}</span>
    <strong>{step.name}</strong>
    <p>
      {step.hint} {step.more}
    </p>
    {place === 'now' && step.action}
  </li>
);

/** A task that was started: the end of the first run. Only for who may see tasks. */
const useTaskStep = (): Step | 'unknown' | null => {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const may = useVisitor()?.rights.includes('myTask') ?? false;
  const tasks = useQuery({
    queryKey: ['task/list', 'checklist'],
    queryFn: ({ signal }) => call(endpoints.task.list, { limit: 20 }, { signal, quiet: true }),
    enabled: may,
  });
  if (!may) return null;
  if (!tasks.data) return tasks.isError ? null : 'unknown';
  const { list } = tasks.data;
  const started = list.find(task => task.startedAt !== null);
  const waiting = list[0];
  const name = started?.name ?? waiting?.name;
  const action = waiting
    ? { text: t($ => $.checklist.startTask), to: `/my-task?edit=${waiting.id}` }
    : { text: t($ => $.checklist.makeTask), to: '/my-task?edit=new' };
  return {
    name: started || !waiting ? t($ => $.checklist.task) : t($ => $.checklist.taskWaits),
    hint: name ?? t($ => $.checklist.taskHint),
    done: started !== undefined,
    action: (
      <Button type="primary" onClick={() => void navigate(action.to)}>
        {action.text}
      </Button>
    ),
  };
};

/** The steps that exist now, each with its true state: from the API, and for listening from what was opened here. */
const useSteps = (calls: readonly Row[], onTestCall: () => void): readonly Step[] | null => {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const lines = useQuery({
    queryKey: ['line/list'],
    queryFn: ({ signal }) => call(endpoints.line.list, { limit: 100 }, { signal, quiet: true }),
  });
  const plans = useQuery({
    queryKey: ['plan/list'],
    queryFn: ({ signal }) => call(endpoints.plan.list, { limit: 100 }, { signal, quiet: true }),
  });
  const task = useTaskStep();
  const connects = useVisitor()?.rights.includes('port') ?? false;
  if (!lines.data || !plans.data || task === 'unknown') return null;
  const practice = lines.data.list.some(line => line.practice);
  const plan = plans.data.list[0];
  const talked = calls.find(row => row.state === 'answered');
  return [
    {
      name: practice ? t($ => $.checklist.line) : t($ => $.checklist.lineOff),
      hint: practice ? t($ => $.checklist.lineHint) : t($ => $.checklist.lineOffHint),
      done: lines.data.list.length > 0,
      more: practice && connects && <Link to="/platform/connect-line">{t($ => $.nav.connectLine)}</Link>,
      action: connects && (
        <Button type="primary" onClick={() => void navigate('/platform/connect-line')}>
          {t($ => $.nav.connectLine)}
        </Button>
      ),
    },
    {
      name: t($ => $.checklist.plan),
      hint: plan
        ? t($ => $.checklist.planHint, { name: plan.planName, nodes: plan.nodes })
        : t($ => $.checklist.planNone),
      done: plan !== undefined,
    },
    {
      name: t($ => $.checklist.call),
      hint: t($ => $.checklist.callHint),
      done: talked !== undefined,
      action: (
        <Button type="primary" icon={<Phone size={14} aria-hidden="true" />} onClick={onTestCall}>
          {t($ => $.checklist.testCall)}
        </Button>
      ),
    },
    {
      name: t($ => $.checklist.listen),
      hint: t($ => $.checklist.listenHint),
      done: wasOpened(),
      action: talked && (
        <Button
          type="primary"
          icon={<Headphones size={14} aria-hidden="true" />}
          onClick={() => void navigate(`/platform/call/${talked.id}`)}
        >
          {t($ => $.checklist.seeRecord)}
        </Button>
      ),
    },
    ...(task ? [task] : []),
  ];
};

const Steps = ({
  calls,
  onTestCall,
  onHide,
}: {
  calls: readonly Row[];
  onTestCall: () => void;
  onHide: () => void;
}) => {
  const { t } = useTranslation('console');
  const steps = useSteps(calls, onTestCall);
  // The place is kept while the answers come, so that nothing below jumps.
  if (steps === null) return <section className="checklist" aria-busy="true" />;
  const now = steps.findIndex(step => !step.done);
  const left = steps.filter(step => !step.done).length;
  return (
    <section className="checklist" aria-labelledby="checklist-title">
      <header>
        <h2 id="checklist-title">{t($ => $.checklist.title)}</h2>
        <b>{t($ => $.checklist.progress, { done: steps.length - left, all: steps.length })}</b>
        <span>
          {left > 0 ? t($ => $.checklist.left, { left, minutes: left * minutesAStep }) : t($ => $.checklist.done)}
        </span>
        <Button type="text" className="later" onClick={onHide}>
          {t($ => $.checklist.later)}
        </Button>
      </header>
      <ol>
        {steps.map((step, at) => (
          <StepItem
            key={step.name}
            step={step}
            number={at + 1}
            place={step.done ? 'done' : at === now ? 'now' : 'coming'}
          />
        ))}
      </ol>
    </section>
  );
};

/** First run: from a ready practice line to a heard call; put away, it is gone for this account. */
export const Checklist = ({ calls, onTestCall }: { calls: readonly Row[] | null; onTestCall: () => void }) => {
  const account = useVisitor()?.account ?? '';
  const [hidden, setHidden] = useState(localStorage.getItem(hiddenKey) === account);
  if (hidden) return null;
  const hide = () => {
    localStorage.setItem(hiddenKey, account);
    setHidden(true);
  };
  return <Steps calls={calls ?? []} onTestCall={onTestCall} onHide={hide} />;
};
