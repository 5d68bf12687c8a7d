import type { Lesson } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { type Group, useGain } from './use-missed.ts';

/** What a lesson would gain and cost, counted on the sentences of the days that are looked at. */
export const GainNote = ({ planId, group, lesson }: { planId: string; group: Group; lesson: Lesson }) => {
  const { t } = useTranslation('learning');
  const { data: gain, isError } = useGain(planId, group, lesson);
  if (isError) return <p className="learning-gain small">{t($ => $.missed.notCounted)}</p>;
  if (!gain) return <p className="learning-gain small">{t($ => $.missed.counting)}</p>;
  const { known } = gain;
  return (
    <section className="learning-gain small" aria-live="polite">
      <h3>{t($ => $.missed.predicted)}</h3>
      <p>{t($ => $.missed.gain, gain.group)}</p>
      <p>{t($ => $.missed.gainAll, gain.missed)}</p>
      <p className={known.changed > 0 ? 'is-warn' : undefined}>
        {known.changed > 0 ? t($ => $.missed.changed, known) : t($ => $.missed.unchanged, known)}
      </p>
      <ul>
        {gain.samples.map(({ text, was, becomes }) => (
          <li key={text}>
            {t($ => $.missed.becomes, {
              text,
              was: was || t($ => $.missed.nothing),
              becomes: becomes || t($ => $.missed.nothing),
            })}
          </li>
        ))}
      </ul>
    </section>
  );
};
