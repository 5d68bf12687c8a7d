import { taskLimits } from '@lianxian/contract';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { listed } from '../../../text/said.ts';
import { count } from '../../../ui/format.ts';
import { useHoursText } from '../../../ui/week/hours-text.tsx';
import { BeforeStart } from '../before-start.tsx';
import { useMayAct } from '../use-task-acts.tsx';
import { atMost, capFields, type Draft, type Plan, type Port } from './draft.ts';
import { wholeNumber } from './whole-number.ts';

interface ConfirmStepProps {
  readonly taskId: string;
  readonly draft: Draft;
  readonly plans: readonly Plan[];
  readonly ports: readonly Port[];
  readonly merchantChannels: number | null;
  readonly total: number;
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="grid">
    <dt>{name}</dt>
    <dd className="bold">{children}</dd>
  </div>
);

/** What is otherwise than in an ordinary week. */
const OwnDaysFact = ({ holidaysOff, makeUpDaysOn, ownDays }: Draft) => {
  const { t } = useTranslation('tasks');
  const closed = useTranslation('week').t($ => $.own.closed);
  const days = [
    ...(['holidaysOff', 'makeUpDaysOn'] as const)
      .filter(name => (name === 'holidaysOff' ? holidaysOff : makeUpDaysOn))
      .map(name => t($ => $.pacing.days[name])),
    ...ownDays.map(({ key, hours }) => `${key} ${hours.trim() || closed}`),
  ];
  return days.length > 0 && <Fact name={t($ => $.confirm.days)}>{listed(days)}</Fact>;
};

/** How often this task lets a number be called, where it says so. */
const OwnCapsFact = (draft: Draft) => {
  const { t } = useTranslation('rules');
  const caps = capFields
    .filter(name => (wholeNumber(draft[name], taskLimits[name]) ?? 0) > 0)
    .map(name => `${t($ => $.caps[name])} ${draft[name].trim()}`);
  return caps.length > 0 && <Fact name={t($ => $.caps.title)}>{listed(caps)}</Fact>;
};

/** Step four: the task in words, and what will bind it. */
export const ConfirmStep = ({ taskId, draft, plans, ports, merchantChannels, total }: ConfirmStepProps) => {
  const { t } = useTranslation('tasks');
  const word = useTranslation('shell').t;
  const hoursText = useHoursText();
  const { calls, bound } = atMost(draft, ports, merchantChannels);
  const chosen = draft.ports.flatMap(choice => {
    const port = ports.find(each => each.id === choice.portId);
    return port ? [{ ...port, use: choice.channels }] : [];
  });
  const practice = chosen.every(port => port.practice);
  const mayStart = useMayAct()('start');
  return (
    <div className="editor-step-body">
      <dl className="editor-facts">
        <Fact name={t($ => $.editor.plan)}>{plans.find(plan => plan.id === draft.planId)?.planName}</Fact>
        <Fact name={t($ => $.editor.ports)}>
          {listed(chosen.map(port => t($ => $.confirm.ports, { name: port.name, n: port.use })))}
        </Fact>
        <Fact name={t($ => $.editor.numbers)}>
          {total > 0 ? (
            t($ => $.confirm.numbers, { n: count(total) })
          ) : (
            <span className="state is-warn">
              <TriangleAlert size={14} aria-hidden="true" /> {t($ => $.confirm.noNumbers)}
            </span>
          )}
        </Fact>
        <Fact name={t($ => $.pacing.hours)}>
          {practice ? t($ => $.pacing.hoursPractice) : hoursText(draft.windows)}
        </Fact>
        {!practice && <OwnDaysFact {...draft} />}
        {!practice && <OwnCapsFact {...draft} />}
        <Fact name={t($ => $.pacing.speed)}>
          {t($ => $.pacing.atMost, { n: calls })}
          <p className="hint">{t($ => $.pacing.bound[bound])}</p>
        </Fact>
        <Fact name={t($ => $.pacing.retries)}>
          {draft.retries.length === 0
            ? t($ => $.confirm.noRetries)
            : listed(
                draft.retries.map(rule =>
                  [
                    t($ => $.confirm.retries, {
                      state: word($ => $.state[rule.state]),
                      times: rule.times,
                      minutes: rule.afterMinutes,
                    }),
                    ...(rule.at === 'otherPart' ? [t($ => $.pacing.at.otherPart)] : []),
                    ...(rule.at === 'hours' ? [`${rule.from}–${rule.to}`] : []),
                    ...(rule.planName === '' ? [] : [rule.planName]),
                  ].join(' · '),
                ),
              )}
        </Fact>
        <Fact name={t($ => $.pacing.ring)}>{t($ => $.confirm.ring, { n: draft.ringTimeoutS })}</Fact>
        <Fact name={t($ => $.confirm.skipLabel)}>
          {draft.skipRecentDays === '0'
            ? t($ => $.confirm.noSkip)
            : t($ => $.confirm.skip, { n: draft.skipRecentDays })}
        </Fact>
        {draft.endsOn !== '' && <Fact name={t($ => $.pacing.endsOn)}>{draft.endsOn}</Fact>}
      </dl>
      {total > 0 && (
        <p>
          <Link className="link" to={`/platform/task/${taskId}?tab=ahead`}>
            {t($ => $.confirm.ahead)}
          </Link>
        </p>
      )}
      {total > 0 && mayStart ? (
        <BeforeStart taskId={taskId} />
      ) : (
        <p className="hint">{practice ? t($ => $.confirm.free) : t($ => $.confirm.price)}</p>
      )}
    </div>
  );
};
