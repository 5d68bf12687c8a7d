import { useTranslation } from 'react-i18next';
import { amount, clock } from '../../ui/format.ts';
import type { Detail } from './marks.ts';

type Leg = Detail['legs'][number];

/** Grades of a mean opinion score, as the telephone of a seat has them. */
const gradeOf = (mos: number): 'good' | 'fair' | 'bad' => (mos >= 4 ? 'good' : mos >= 3.6 ? 'fair' : 'bad');

/** One way somebody was heard: from when to when, who ended it, how it sounded. */
const LegLine = ({ leg }: { leg: Leg }) => {
  const { t } = useTranslation(['callLog', 'shell']);
  const { kind, name, from, to, joinedAt, endedAt, endedBy, becauseText, mos, cost } = leg;
  const long = joinedAt && clock(Date.parse(endedAt) - Date.parse(joinedAt));
  const facts = [
    from !== '' && t($ => $.legs.route, { from, to }),
    long === null ? t($ => $.legs.unheard) : t($ => $.legs.heard, { long }),
    endedBy === 'nobody' ? becauseText : t($ => $.legs.endedBy, { who: t($ => $.hungUpBy[endedBy], { ns: 'shell' }) }),
    mos !== null && `${t($ => $.legs.quality[gradeOf(mos)])} ${mos.toFixed(1)}`,
    cost !== '0' && t($ => $.legs.cost, { cost: amount(cost) }),
  ];
  return (
    <li title={becauseText}>
      <strong>{name === '' ? t($ => $.legs.kinds[kind]) : `${t($ => $.legs.kinds[kind])} ${name}`}</strong>
      <p className="small ink2">{facts.filter(Boolean).join(' · ')}</p>
    </li>
  );
};

/** Who took part beside the robot, leg by leg: a seat that reloaded its page has two. */
export const LegsPart = ({ legs }: { legs: readonly Leg[] }) => {
  const { t } = useTranslation('callLog');
  return (
    <section>
      <h2 className="section-title">{t($ => $.legs.title)}</h2>
      <ol className="call-record-legs stack gap-6">
        {legs.map(leg => (
          <LegLine key={`${leg.party} ${leg.beganAt}`} leg={leg} />
        ))}
      </ol>
    </section>
  );
};
