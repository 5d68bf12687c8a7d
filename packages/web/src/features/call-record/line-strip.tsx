import { useTranslation } from 'react-i18next';
import { seconds } from '../../ui/format.ts';
import type { Detail } from './marks.ts';

const percent = (lost: number, received: number) =>
  lost + received === 0 ? '0' : ((100 * lost) / (lost + received)).toFixed(1);

/** What is known of the line: who called whom over what, and how the packets came. */
export const LineStrip = ({ call }: { call: Detail }) => {
  const { t } = useTranslation('shell');
  const { media } = call;
  const facts = [
    call.ringMs === null ? null : [t($ => $.record.ring), t($ => $.record.ringFor, { seconds: seconds(call.ringMs) })],
    media && [t($ => $.record.codec), media.codec],
    media && [t($ => $.record.loss), `${percent(media.packetsLost, media.packetsReceived)}%`],
    media && [t($ => $.record.jitter), `${Math.round(media.jitterMs)} ms`],
    media?.roundTripMs != null && [t($ => $.record.roundTrip), `${Math.round(media.roundTripMs)} ms`],
    media?.mos != null && [t($ => $.record.mos), media.mos.toFixed(1)],
  ].filter(fact => Array.isArray(fact));
  return (
    <section className="call-record-line-strip row gap-14 hint fixed" aria-label={t($ => $.record.line)}>
      <h2 className="section-title">{t($ => $.record.line)}</h2>
      <span>
        {call.lineName}
        {call.callerNumber && ` · ${t($ => $.record.caller)} ${call.callerNumber}`}
      </span>
      <span className="fill" />
      {facts.map(([name, value]) => (
        <span key={name}>
          {name} <b>{value}</b>
        </span>
      ))}
    </section>
  );
};
