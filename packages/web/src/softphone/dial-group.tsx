import { extensionOf } from '@lianxian/core';
import { Phone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../session/current-user.ts';
import { keys } from '../ui/keys.ts';
import { toast } from '../ui/toast.ts';
import { choosePlan, dial } from './seat.ts';
import { type SeatView, useSeat } from './seat-store.ts';

type Why = 'answered' | 'break' | 'noPlan' | 'noRight' | 'noPhone';

/** Why nothing can be dialled now; null: it can. */
const whyNot = ({ call, state, planId }: SeatView, mayCall: boolean, typed: string): Why | null => {
  // Neither a right nor a plan is needed for one.
  const isColleague = extensionOf(typed) !== null;
  if (!mayCall && !isColleague) return 'noRight';
  if (call !== null && call.status !== 'ended') return 'answered';
  if (state === 'break') return 'break';
  if (planId === '' && !isColleague) return 'noPlan';
  return typed.trim() === '' ? 'noPhone' : null;
};

/** Plan, number, 呼出 as one box. Offline there is none; what cannot be done now says why. */
export const DialGroup = () => {
  const { t } = useTranslation('softphone');
  const seat = useSeat();
  const [typed, setTyped] = useState('');
  const mayCall = useCurrentUser()?.btns.includes('call_out') ?? false;
  const placed = seat.call?.direction === 'out' && seat.call.callId !== null ? seat.call.phone : null;
  const field = useRef<HTMLInputElement>(null);
  // What is refused can be mended where it stands; once it is a call, keys are the call's.
  useEffect(() => {
    setTyped(before => (before.trim() === placed ? '' : before));
    if (placed !== null) field.current?.blur();
  }, [placed]);
  if (seat.state === 'offline' || seat.state === 'connecting' || seat.facts === null) return null;
  const why = whyNot(seat, mayCall, typed);
  const go = (): void => {
    if (why !== null) toast.bad(t($ => $.dial.why[why]));
    else dial({ to: typed.trim() });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no flex box in every browser, and needs no legend here.
    <div className="softphone-dial flex fixed" role="group" aria-label={t($ => $.dial.group)}>
      <select
        aria-label={t($ => $.dial.plan)}
        value={seat.planId}
        onChange={event => choosePlan(event.target.value)}
        disabled={seat.facts.plans.length === 0}
      >
        {seat.facts.plans.length === 0 && <option value="">{t($ => $.dial.why.noPlan)}</option>}
        {seat.facts.plans.map(({ id, planName }) => (
          <option key={id} value={id}>
            {planName}
          </option>
        ))}
      </select>
      <span className="softphone-dial-phone row">
        <input
          ref={field}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          aria-label={t($ => $.dial.phone)}
          placeholder={t($ => $.dial.phone)}
          value={typed}
          onChange={event => setTyped(event.target.value)}
          onKeyDown={event => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) go();
            if (event.key === 'Escape') event.currentTarget.blur();
          }}
        />
        {typed === '' && <kbd>{keys.call.dial[0]}</kbd>}
      </span>
      <button
        type="button"
        aria-disabled={why !== null}
        title={why === null ? undefined : t($ => $.dial.why[why])}
        onClick={go}
      >
        <Phone size={14} aria-hidden="true" /> {t($ => $.dial.go)}
      </button>
    </div>
  );
};
