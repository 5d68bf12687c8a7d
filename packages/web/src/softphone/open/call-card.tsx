import { Grid3x3, Mic, MicOff, Pause, Phone, PhoneOff, Play } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { useCallClock } from '../call-clock.ts';
import { answer, hangUp, hold, mute, sendKeys } from '../seat.ts';
import { type SeatCall, useSeat } from '../seat-store.ts';

const keypad = [...'123456789*0#'] as const;

const Keypad = () => {
  const { t } = useTranslation('softphone');
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons of one thing, no fields of a form.
    <div className="sip-page-keypad grid gap-6" role="group" aria-label={t($ => $.sip.keypad)}>
      {keypad.map(key => (
        <Button key={key} onClick={() => sendKeys(key)}>
          {key}
        </Button>
      ))}
    </div>
  );
};

const Acts = ({ call }: { call: SeatCall }) => {
  const { t } = useTranslation('softphone');
  const [hasKeypad, setKeypad] = useState(false);
  const [isMuted, isHeld] = [call.isMuted, call.isHeld];
  return (
    <>
      <div className="flex wrap gap-8">
        {call.status === 'ringing' && (
          <Button kind="primary" icon={<Phone size={14} aria-hidden="true" />} onClick={answer}>
            {t($ => $.pill.answer)}
          </Button>
        )}
        {call.status === 'answered' && (
          <>
            <Button
              aria-pressed={isMuted}
              icon={isMuted ? <MicOff size={14} aria-hidden="true" /> : <Mic size={14} aria-hidden="true" />}
              onClick={() => mute(!isMuted)}
            >
              {isMuted ? t($ => $.sip.unmute) : t($ => $.sip.mute)}
            </Button>
            <Button
              aria-pressed={isHeld}
              icon={isHeld ? <Play size={14} aria-hidden="true" /> : <Pause size={14} aria-hidden="true" />}
              onClick={() => hold(!isHeld)}
            >
              {isHeld ? t($ => $.sip.resume) : t($ => $.sip.hold)}
            </Button>
            <Button
              aria-expanded={hasKeypad}
              icon={<Grid3x3 size={14} aria-hidden="true" />}
              onClick={() => setKeypad(!hasKeypad)}
            >
              {t($ => $.sip.keypad)}
            </Button>
          </>
        )}
        <Button danger kind="primary" icon={<PhoneOff size={14} aria-hidden="true" />} onClick={() => hangUp()}>
          {call.status === 'ringing' ? t($ => $.pill.refuse) : t($ => $.pill.hangUp)}
        </Button>
      </div>
      {hasKeypad && <Keypad />}
    </>
  );
};

/** The call, as much of it as a telephone shows: who, how it stands, how long, what may be done. */
export const CallCard = () => {
  const { t } = useTranslation('softphone');
  const call = useSeat(seat => seat.call);
  const quality = useSeat(seat => seat.quality);
  const time = useCallClock(call?.status === 'answered' ? call.answeredAt : null);
  if (call === null) return <p className="hint">{t($ => $.sip.idle)}</p>;
  return (
    <section className="stack gap-12" aria-label={call.phone}>
      <p>
        <strong className="page-title">{call.name ?? call.phone}</strong>
      </p>
      <p className="row gap-10" role="status">
        <span>{call.isHeld ? t($ => $.pill.states.held) : t($ => $.status[call.status])}</span>
        {time && <span>{time}</span>}
        {quality && (
          <span className="hint">
            {t($ => $.quality.label, { grade: t($ => $.quality[quality.grade]), ms: quality.rttMs })}
          </span>
        )}
      </p>
      {call.status !== 'ended' && <Acts call={call} />}
    </section>
  );
};
