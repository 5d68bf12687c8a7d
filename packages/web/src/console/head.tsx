import { Bot, Maximize2, Minimize2, PhoneCall, PhoneIncoming, PhoneOff, PhoneOutgoing, Signal, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCallClock } from '../softphone/call-clock.ts';
import { useSeat } from '../softphone/seat-store.ts';
import { clock } from '../ui/format.ts';
import { Level } from '../ui/level.tsx';
import { Meter } from './meter.tsx';
import type { ShownCall } from './shown-call.ts';
import './head.css';

/** A timer begins at one second (O-253). */
const firstSecondMs = 1_000;

const Timer = ({ call }: { call: ShownCall }) => {
  const { answeredAt, endedAt } = call;
  // The one of the pill: the two stand beside each other.
  const running = useCallClock(answeredAt);
  if (answeredAt === null) return null;
  return (
    <span className="console-time">{endedAt === null ? running : clock(endedAt - answeredAt + firstSecondMs)}</span>
  );
};

const wordOf = ({ status, isHeld, isAway }: ShownCall) => {
  if (status === 'ended') return 'ended';
  if (isAway) return 'away';
  if (status === 'dialling') return 'dialling';
  if (status === 'ringing') return 'ringing';
  return isHeld ? 'held' : 'talking';
};
const looks = {
  ended: ['over', PhoneOff],
  away: ['waiting', PhoneCall],
  dialling: ['waiting', PhoneOutgoing],
  ringing: ['waiting', PhoneIncoming],
  held: ['held', PhoneCall],
  talking: ['talking', PhoneCall],
} as const;
/** A call of one's own that rings over there is still being dialled. */
const shownWord = (call: ShownCall) => {
  const word = wordOf(call);
  return word === 'ringing' && call.direction === 'out' ? 'dialling' : word;
};

/** How the call stands, in colour, picture and word, with its timer. */
const StatusChip = ({ call }: { call: ShownCall }) => {
  const { t } = useTranslation('console');
  const word = shownWord(call);
  const [look, Icon] = looks[word];
  return (
    <span className={`console-chip is-${look} row-in gap-6`} role="status">
      <Icon size={14} aria-hidden="true" /> <span>{t($ => $.status[word])}</span> <Timer call={call} />
    </span>
  );
};

const Quality = () => {
  const { t } = useTranslation('console');
  const quality = useSeat(seat => seat.quality);
  if (!quality) return null;
  return (
    <span className={`console-quality is-${quality.grade} row-in gap-4 whole`} title={`MOS ${quality.mos.toFixed(1)}`}>
      <Signal size={14} aria-hidden="true" /> {t($ => $.quality[quality.grade])}{' '}
      {t($ => $.quality.ms, { ms: Math.round(quality.rttMs) })}
    </span>
  );
};

interface HeadProps {
  readonly call: ShownCall;
  readonly onMinimise: () => void;
  readonly onClose: () => void;
}

/** Who it is, how the call stands, how loud both sides are and how well they hear each other. */
export const Head = ({ call, onMinimise, onClose }: HeadProps) => {
  const { t } = useTranslation('console');
  const [look] = looks[wordOf(call)];
  const source = [t($ => $.source[call.kind]), call.planName].filter(Boolean).join(' · ');
  const lives = call.status === 'answered';
  // Who never answered has not hung up.
  const isLeft = call.status === 'ended' && call.endedBy === 'peer' && call.answeredAt !== null && !call.goesOn;
  return (
    <header className={`console-head is-${look} row gap-12 fixed`}>
      <StatusChip call={call} />
      <div className="fill lean">
        <h2 className="console-who cut">
          {call.phone} {call.name}
        </h2>
        <p className="hint cut">
          {call.kind === 'handover' && <Bot size={12} aria-hidden="true" />} <span>{source}</span>
          {isLeft && ` · ${t($ => $.hungUpByPeer)}`}
        </p>
      </div>
      {lives && (
        <div className="console-levels row gap-10 small">
          <Meter side="mine" text={t($ => $.me)} />
          <Meter side="theirs" text={t($ => $.callee)} />
          <Quality />
        </div>
      )}
      <button type="button" className="icon-button" aria-label={t($ => $.minimise)} onClick={onMinimise}>
        <Minimize2 size={16} aria-hidden="true" />
      </button>
      {call.status === 'ended' && (
        <button type="button" className="icon-button" aria-label={t($ => $.close)} onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </button>
      )}
    </header>
  );
};

/** The console put away: its timer and level stay in sight, the call goes on. */
export const Bar = ({ call, onRestore }: { call: ShownCall; onRestore: () => void }) => {
  const { t } = useTranslation('console');
  const level = call.before?.level ?? null;
  return (
    <section className="console-bar row gap-10" aria-label={t($ => $.name)}>
      <StatusChip call={call} />
      <span className="console-bar-who cut">
        {call.phone} {call.name}
      </span>
      {level && <Level level={level} />}
      {call.status === 'answered' && <Meter side="theirs" text="" />}
      <button type="button" className="icon-button" aria-label={t($ => $.restore)} onClick={onRestore}>
        <Maximize2 size={16} aria-hidden="true" />
      </button>
    </section>
  );
};
