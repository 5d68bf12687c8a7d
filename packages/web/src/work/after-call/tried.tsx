import type { endpoints, OutputOf } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { count, when } from '../../ui/format.ts';
import { Level } from '../../ui/level.tsx';
import { State } from '../../ui/state.tsx';
import { actions } from './kinds.ts';

type TriedOut = OutputOf<typeof endpoints.afterCall.tryOut>;

/** What the rules would have done after the last calls. */
export const Tried = ({ tried }: { tried: TriedOut }) => {
  const { t } = useTranslation(['afterCall', 'shell']);
  const { looked, acted, list } = tried;
  const figures = actions.flatMap(kind => {
    const calls = tried.actions.find(one => one.do === kind)?.calls ?? 0;
    return calls === 0 ? [] : [`${t($ => $.actions[kind])} ${t($ => $.calls, { n: count(calls) })}`];
  });
  return (
    <section className="after-call-tried" role="status">
      <p>
        {t($ => $.tried, { looked: count(looked), acted: count(acted) })}
        {figures.length > 0 && ` · ${figures.join(' · ')}`}
      </p>
      <ul>
        {list.map(call => (
          <li key={call.id} className="row gap-10 wrap">
            <span className="hint">
              {when(
                call.endedAt,
                new Date(),
                t($ => $.today),
              )}
            </span>
            <span>{call.phone}</span>
            <State state={call.state} />
            {call.level && <Level level={call.level} />}
            <span className="fill lean">{call.does.join(' · ')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};
