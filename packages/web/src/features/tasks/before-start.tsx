import { endpoints, type OutputOf } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { DeafNote } from '../../line/deaf-note.tsx';
import { count, when } from '../../ui/format.ts';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { useHoursText } from '../../ui/week/hours-text.tsx';
import './before-start.css';

type Before = OutputOf<typeof endpoints.taskBefore.look>;

/** Before a start: whom it calls first and what they will hear, when, for how long, for how much. */
export const BeforeStart = ({ taskId }: { readonly taskId: string }) => {
  const { t } = useTranslation('tasks');
  const before = useQuery({
    queryKey: ['task/beforeStart', taskId],
    queryFn: ({ signal }) => call(endpoints.taskBefore.look, { id: taskId }, { signal, quiet: true }),
    staleTime: 0,
  });
  if (before.isError && !before.data)
    return <ErrorPanel title={t($ => $.start.failed)} error={before.error} onAgain={() => void before.refetch()} />;
  if (!before.data) return <Skeleton rows={6} />;
  return (
    <div className="before-start stack">
      <FirstPeople people={before.data.people} />
      <Facts before={before.data} />
      {before.data.deaf && <DeafNote {...before.data.deaf} />}
    </div>
  );
};

const FirstPeople = ({ people }: Pick<Before, 'people'>) => {
  const { t } = useTranslation('tasks');
  if (people.length === 0) return null;
  return (
    <section aria-label={t($ => $.start.first)}>
      <strong>{t($ => $.start.first)}</strong>
      <ul>
        {people.map(person => (
          <li key={person.phone}>
            <span className="phone">{person.phone}</span>
            <span className="hint">{[person.name, person.area].filter(Boolean).join(' · ')}</span>
            <p>{person.says || t($ => $.start.silent)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
};

const Facts = ({ before }: { readonly before: Before }) => {
  const { t } = useTranslation('tasks');
  const hoursText = useHoursText();
  const { waits, hours, money, doneAt } = before;
  const today = t($ => $.today);
  // A forecast to the second would promise too much.
  const at = (instant: string) => when(instant, new Date(), today).replace(/(\d\d:\d\d):\d\d$/, '$1');
  return (
    <dl>
      <dt>{t($ => $.start.numbers)}</dt>
      <dd>
        <span>{t($ => $.confirm.numbers, { n: count(before.numbers) })}</span>
        {waits.map(({ because, numbers, until }) => (
          <small key={because}>
            {until
              ? t($ => $.start.waits[because], { n: count(numbers), at: at(until) })
              : t($ => $.start.never, { n: count(numbers) })}
          </small>
        ))}
      </dd>
      <dt>{t($ => $.start.hours)}</dt>
      <dd>{hours ? hoursText(hours) : t($ => $.pacing.hoursPractice)}</dd>
      <dt>{t($ => $.start.done)}</dt>
      <dd>
        {doneAt ? t($ => $.start.about, { at: at(doneAt) }) : t($ => $.start.unknown)}
        {before.doneBecauseText && <small>{before.doneBecauseText}</small>}
      </dd>
      <dt>{t($ => $.start.money)}</dt>
      <dd>
        {money
          ? t($ => $.start.lasts, { price: money.perMinute, available: money.available, n: count(money.minutes) })
          : t($ => $.start.free)}
        {money && (
          <small className={money.short === null ? undefined : 'wrong'}>
            {money.short === null
              ? t($ => $.start.enough, { cost: money.mayCost })
              : t($ => $.start.short, { cost: money.mayCost, short: money.short })}
          </small>
        )}
      </dd>
    </dl>
  );
};
