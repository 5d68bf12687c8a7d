import { useTranslation } from 'react-i18next';
import { amount, count } from '../../ui/format.ts';
import type { Detail } from './marks.ts';

/** What a call cost by parts, and what it used of services; those that are the merchant's own cost nothing here. */
export const CostPart = ({ call }: { call: Detail }) => {
  const { t } = useTranslation('callLog');
  const { costs, used } = call;
  const tokens = count(used.asked + used.answered);
  const parts = [
    ['talk', ''],
    [
      'recognition',
      used.recognitionMs > 0 && t($ => $.costs.seconds, { n: count(Math.ceil(used.recognitionMs / 1_000)) }),
    ],
    ['synthesis', used.characters > 0 && t($ => $.costs.characters, { n: count(used.characters) })],
    [
      'model',
      used.answers > 0 &&
        t($ => $.costs.tokens, {
          answers: count(used.answers),
          n: used.estimated ? t($ => $.costs.estimated, { n: tokens }) : tokens,
        }),
    ],
    ['plan', false],
    ['messages', false],
  ] as const;
  const shown = parts.filter(([name, what]) => what !== false || Number(costs[name]) !== 0);
  if (shown.length === 1 && Number(costs.talk) === 0) return null;
  return (
    <section aria-label={t($ => $.costs.title)}>
      <h2 className="section-title">{t($ => $.costs.title)}</h2>
      <dl className="call-record-facts">
        {shown.map(([name, what]) => (
          <div className="row" key={name}>
            <dt>{t($ => $.costs[name])}</dt>
            <dd className="flex between fill bold">
              ¥ {amount(costs[name])} {what && <span className="small ink2">{what}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
};
