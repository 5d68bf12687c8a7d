import { answersToWire, type GuideQuestion } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import { byKeys } from '../../ui/by-keys.ts';
import type { Paper } from '../paper.ts';
import type { ShownCall } from '../shown-call.ts';

interface KeptProps {
  readonly call: ShownCall;
  readonly questions: readonly GuideQuestion[];
  readonly paper: Paper;
}

/** What the callee has answered so far: to the robot, and to this seat. */
export const Kept = ({ call, questions, paper }: KeptProps) => {
  const { t } = useTranslation('console');
  const mine = answersToWire(questions, paper.answers).map(({ i, q, r }) => ({ key: i, label: q, value: r }));
  const theirs = (call.before?.answers ?? []).map(({ label, value }) => ({ key: `robot ${label}`, label, value }));
  const all = [...theirs, ...mine];
  return (
    <section className="console-kept fixed" aria-label={t($ => $.talk.kept)} {...byKeys}>
      <h3 className="section-title">{t($ => $.talk.kept)}</h3>
      {all.length === 0 && <p className="hint">{t($ => $.talk.noneKept)}</p>}
      <dl>
        {all.map(({ key, label, value }) => (
          <div key={key} className="flex gap-8">
            <dt className="cut" title={label}>
              {label}
            </dt>
            <dd className="fill breaks">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};
