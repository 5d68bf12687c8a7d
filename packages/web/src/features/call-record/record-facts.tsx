import { comparedVoiceText } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { bornOf } from '../../line/born.ts';
import { saidLanguage } from '../../text/said.ts';
import { amount, clock, when } from '../../ui/format.ts';
import { variantName } from '../../ui/variant.ts';
import type { Detail } from './marks.ts';

/** Where the number is from, what it was called for and how often, when, how long, what it cost: one line. */
export const RecordFacts = ({ call }: { call: Detail }) => {
  const { t } = useTranslation('shell');
  const { task, attempt } = call;
  const filed = call.state !== null;
  const facts = [
    task === null && t($ => $.calls.born[bornOf(call)]),
    call.area,
    task && (attempt === null ? task.name : `${task.name} · ${t($ => $.record.attempt, { n: attempt })}`),
    call.planName,
    call.variant !== null && t($ => $.record.variant, { name: variantName(call.variant) }),
    call.synthesis && comparedVoiceText(call.synthesis, saidLanguage()),
    call.lineName,
    when(
      call.placedAt,
      new Date(),
      t($ => $.calls.today),
    ),
    filed && t($ => $.record.talk, { time: clock(call.talkMs) }),
    filed && t($ => $.record.cost, { cost: amount(call.cost) }),
  ].filter(Boolean);
  return <span className="key small fill lean">{facts.join(' · ')}</span>;
};
