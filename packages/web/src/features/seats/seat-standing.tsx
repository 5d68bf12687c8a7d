import { seatStateText } from '@lianxian/contract';
import type { SeatState } from '@lianxian/core';
import {
  CircleCheck,
  CircleMinus,
  Coffee,
  type LucideIcon,
  PauseCircle,
  PenLine,
  PhoneCall,
  PhoneIncoming,
  PhoneOutgoing,
  Unplug,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../../text/said.ts';
import { Since } from '../../ui/since.tsx';

type Family = 'ok' | 'warn' | 'idle' | 'bad';

/** Colour and icon of each state; the word decides, never the hue alone. */
export const seatLooks: Readonly<Record<SeatState, readonly [Family, LucideIcon]>> = {
  offline: ['idle', CircleMinus],
  connecting: ['bad', Unplug],
  idle: ['ok', CircleCheck],
  dialling: ['warn', PhoneOutgoing],
  ringing: ['warn', PhoneIncoming],
  inCall: ['ok', PhoneCall],
  held: ['warn', PauseCircle],
  wrapUp: ['warn', PenLine],
  break: ['idle', Coffee],
};

/** 「小休 · 就餐」; a reason that says no more is left out. */
export const standingText = (state: SeatState, reason: string): string => {
  const word = seatStateText(state, saidLanguage());
  return reason === '' || reason === word ? word : `${word} · ${reason}`;
};

interface StandingProps {
  readonly state: SeatState;
  readonly reason: string;
  readonly since: string;
}

/** How a seat stands now, and for how long; nobody counts how long one is offline. */
export const SeatStanding = ({ state, reason, since }: StandingProps) => {
  const { t } = useTranslation('seats');
  const [family, Icon] = seatLooks[state];
  return (
    <span className={`state is-${family}`}>
      <Icon size={14} aria-hidden="true" /> {standingText(state, reason)}
      {state !== 'offline' && (
        <span className="after">
          {t($ => $.since)}
          <Since at={since} />
        </span>
      )}
    </span>
  );
};
