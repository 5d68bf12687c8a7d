import { Check, Phone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { count } from '../../ui/format.ts';
import type { Home } from './use-home.ts';
import './checklist.css';

type Steps = NonNullable<Home['steps']>;
type Place = 'done' | 'now' | 'coming';
interface Step {
  readonly name: string;
  readonly hint: string;
  /** Below the hint, whatever the step's place. */
  readonly more?: ReactNode;
  readonly done: boolean;
  readonly action?: ReactNode;
}

const hiddenKey = 'lx.checklist.hidden';
const minutesAStep = 2;

const StepItem = ({ step, number, place }: { step: Step; number: number; place: Place }) => (
  <li className={`is-${place}`} aria-current={place === 'now' ? 'step' : undefined} title={step.name}>
    <span className="home-end middle small">{place === 'done' ? <Check size={14} aria-hidden="true" /> : number}</span>
    <strong>{step.name}</strong>
    <p>{step.hint}</p>
    {step.more}
    {place === 'now' && step.action}
  </li>
);

/** Goes somewhere. */
const Go = ({ to, children }: { to: string; children: ReactNode }) => {
  const navigate = useNavigate();
  return (
    <Button kind="primary" onClick={() => void navigate(to)}>
      {children}
    </Button>
  );
};

const editOf = (task: Steps['task']): string => `/my-task?edit=${task?.id ?? 'new'}`;

const useGround = ({ line, plan }: Steps): readonly Step[] => {
  const { t } = useTranslation('home');
  const word = useTranslation('shell').t;
  const connects = useCurrentUser()?.rights.includes('port') ?? false;
  const connect = word($ => $.nav.connectLine);
  const [market, toMarket] = ['/PlanMarket', word($ => $.nav.planMarket)];
  return [
    {
      name: line
        ? line.practice
          ? t($ => $.checklist.line)
          : t($ => $.checklist.ownLine)
        : t($ => $.checklist.lineOff),
      hint: line
        ? t($ => (line.practice ? $.checklist.lineHint : $.checklist.ownLineHint), { n: line.channels })
        : t($ => $.checklist.lineOffHint),
      done: line !== null,
      action: connects && <Go to="/platform/connect-line">{connect}</Go>,
      more: line?.practice && connects && <Link to="/platform/connect-line">{connect}</Link>,
    },
    {
      name: t($ => $.checklist.plan),
      hint: plan ? t($ => $.checklist.planHint, plan) : t($ => $.checklist.planNone),
      done: plan !== null,
      action: <Go to={market}>{toMarket}</Go>,
      more: plan && <Link to={market}>{toMarket}</Link>,
    },
  ];
};

const useNumbersStep = ({ numbers, task }: Steps): Step => {
  const { t } = useTranslation('home');
  const creates = useCurrentUser()?.btns.includes('task:create') ?? false;
  const hint = () => {
    if (!numbers) return t($ => $.checklist.numbersHint);
    const counts = { added: count(numbers.added), refused: count(numbers.refused) };
    return t($ => (numbers.refused > 0 ? $.checklist.numbersRefused : $.checklist.numbersDone), counts);
  };
  return {
    name: t($ => $.checklist.numbers),
    hint: hint(),
    done: numbers !== null,
    action: creates && <Go to={editOf(task)}>{t($ => $.checklist.import)}</Go>,
    more: numbers && numbers.refused > 0 && (
      <Link to={`/platform/task/${numbers.taskId}`}>{t($ => $.checklist.refused)}</Link>
    ),
  };
};

/** The steps from the first call that is heard to a task that runs, each as it truly stands. */
const useSteps = (steps: Steps, onTestCall: () => void): readonly Step[] => {
  const { t } = useTranslation('home');
  const ground = useGround(steps);
  const numbers = useNumbersStep(steps);
  const btns = useCurrentUser()?.btns ?? [];
  const { testCall, task } = steps;
  const call: Step = {
    name: t($ => $.checklist.call),
    hint: testCall ? t($ => $.checklist.callDone) : t($ => $.checklist.callHint),
    done: testCall !== null,
    action: btns.includes('call_out') && (
      <Button kind="primary" icon={<Phone size={14} aria-hidden="true" />} onClick={onTestCall}>
        {t($ => $.checklist.testCall)}
      </Button>
    ),
    more: testCall && (
      <Link className="row-in gap-4 push" to={`/platform/call/${testCall}`}>
        {t($ => $.checklist.record)}
      </Link>
    ),
  };
  // Nobody calls without a line and a plan: where one is missing it comes first.
  const first = steps.line !== null && steps.plan !== null ? [call, ...ground] : [...ground, call];
  return [
    ...first,
    numbers,
    {
      name: t($ => $.checklist.task),
      hint: task?.name ?? t($ => $.checklist.taskHint),
      done: task?.started ?? false,
      action: btns.includes('task:control') && <Go to={editOf(task)}>{t($ => $.checklist.start)}</Go>,
    },
  ];
};

interface ChecklistProps {
  readonly steps: Steps;
  readonly onTestCall: () => void;
}

const OpenSteps = ({ steps, onTestCall, onHide }: ChecklistProps & { onHide: () => void }) => {
  const { t } = useTranslation('home');
  const list = useSteps(steps, onTestCall);
  const now = list.findIndex(step => !step.done);
  const left = list.filter(step => !step.done).length;
  if (left === 0) return null;
  return (
    <section className="checklist" aria-labelledby="checklist-title">
      <header className="row-text gap-10 ink3">
        <h2 className="page-title" id="checklist-title">
          {t($ => $.checklist.title)}
        </h2>
        <b>{t($ => $.checklist.progress, { done: list.length - left, all: list.length })}</b>
        <span>{t($ => $.checklist.left, { left, minutes: left * minutesAStep })}</span>
        <Button kind="text" className="push" onClick={onHide}>
          {t($ => $.checklist.later)}
        </Button>
      </header>
      <ol className="grid">
        {list.map((step, at) => (
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

/** First run: gone when every step is done, or for this account when it was put away. */
export const Checklist = (props: ChecklistProps) => {
  const account = useCurrentUser()?.account ?? '';
  const [hidden, setHidden] = useState(localStorage.getItem(hiddenKey) === account);
  if (hidden) return null;
  const hide = () => {
    localStorage.setItem(hiddenKey, account);
    setHidden(true);
  };
  return <OpenSteps {...props} onHide={hide} />;
};
