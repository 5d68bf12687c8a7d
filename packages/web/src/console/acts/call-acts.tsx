import {
  Circle,
  CirclePause,
  Grid3x3,
  Headphones,
  Mic,
  MicOff,
  Pause,
  Phone,
  PhoneForwarded,
  PhoneOff,
  Play,
  Users,
} from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { answer, hangUp, hold, mute } from '../../softphone/seat.ts';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import type { ShownCall } from '../shown-call.ts';
import { Keypad } from './keypad.tsx';
import { useAct } from './use-act.ts';

const DevicesDialog = lazy(() => import('../../softphone/devices.tsx').then(file => ({ default: file.DevicesDialog })));
const PassDialog = lazy(() => import('./pass-dialog.tsx').then(file => ({ default: file.PassDialog })));

interface ActProps {
  readonly icon: ReactNode;
  readonly text: string;
  readonly keyCap?: string;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

const Act = ({ icon, text, keyCap, pressed, disabled = false, onClick }: ActProps) => (
  <button
    type="button"
    className="console-act stack"
    {...(pressed !== undefined && { 'aria-pressed': pressed })}
    disabled={disabled}
    onClick={onClick}
  >
    {icon}
    <span>{text}</span>
    {keyCap && (
      <span className="console-act-key" aria-hidden="true">
        {keyCap}
      </span>
    )}
  </button>
);

const size = { size: 18, 'aria-hidden': true } as const;

/** Hang up, answer, or that it was hung up (O-269, O-271). */
const Ends = ({ call }: { call: ShownCall }) => {
  const { t } = useTranslation('console');
  if (call.status === 'ended')
    return (
      <Button disabled icon={<PhoneOff size={16} aria-hidden="true" />}>
        {t($ => $.acts.hungUp)}
      </Button>
    );
  const rings = call.status === 'ringing' && call.direction === 'in';
  return (
    <>
      {rings && (
        <Button kind="primary" size="large" icon={<Phone size={16} aria-hidden="true" />} onClick={answer}>
          {t($ => $.acts.answer)}
        </Button>
      )}
      <Button
        kind="primary"
        danger
        size="large"
        icon={<PhoneOff size={16} aria-hidden="true" />}
        onClick={() => void hangUp()}
      >
        {rings ? t($ => $.acts.refuse) : t($ => $.acts.hangUp)}
      </Button>
    </>
  );
};

/** Pausing what is recorded, for who may. */
const Recording = ({ call }: { call: ShownCall }) => {
  const { t } = useTranslation('console');
  const act = useAct(call.callId);
  if (!call.mayPause || !call.isMine) return null;
  return call.isRecording ? (
    <Act
      icon={<CirclePause {...size} />}
      text={t($ => $.acts.pause)}
      pressed={false}
      disabled={call.status !== 'answered' || !call.isMine}
      onClick={() => void act({ act: 'pause' })}
    />
  ) : (
    <Act
      icon={<Circle {...size} />}
      text={t($ => $.acts.record)}
      pressed
      disabled={call.status !== 'answered' || !call.isMine}
      onClick={() => void act({ act: 'record' })}
    />
  );
};

/** What one does in a call; each keeps its place, and those that need a callee wait for one. */
export const CallActs = ({ call }: { call: ShownCall }) => {
  const { t } = useTranslation('console');
  const [open, setOpen] = useState<'transfer' | 'conference' | 'devices' | null>(null);
  const close = () => setOpen(null);
  const talks = call.status === 'answered' && !call.isAway;
  const isOwn = talks && call.isMine;
  const passes = isOwn && call.callId !== null;
  return (
    <div
      className="console-acts row gap-2 fixed"
      role="toolbar"
      aria-label={t($ => $.acts.label)}
      title={call.isMine ? undefined : t($ => $.acts.ofColleague)}
    >
      <Act
        icon={call.isMuted ? <MicOff {...size} /> : <Mic {...size} />}
        text={t($ => $.acts.mute)}
        keyCap="M"
        pressed={call.isMuted}
        disabled={!talks}
        onClick={() => mute(!call.isMuted)}
      />
      <Act
        icon={call.isHeld ? <Play {...size} /> : <Pause {...size} />}
        text={call.isHeld ? t($ => $.acts.resume) : t($ => $.acts.hold)}
        keyCap="H"
        pressed={call.isHeld}
        disabled={!passes}
        onClick={() => hold(!call.isHeld)}
      />
      <Popover
        className="console-act stack"
        label={
          <>
            <Grid3x3 {...size} />
            <span>{t($ => $.acts.keys)}</span>
          </>
        }
        disabled={!isOwn}
      >
        {() => <Keypad />}
      </Popover>
      <Act
        icon={<PhoneForwarded {...size} />}
        text={t($ => $.acts.transfer)}
        disabled={!passes}
        onClick={() => setOpen('transfer')}
      />
      <Act
        icon={<Users {...size} />}
        text={t($ => $.acts.conference)}
        disabled={!passes}
        onClick={() => setOpen('conference')}
      />
      <Recording call={call} />
      <Act icon={<Headphones {...size} />} text={t($ => $.acts.devices)} onClick={() => setOpen('devices')} />
      <span className="fill" />
      <Ends call={call} />
      {open !== null && (
        <Suspense>
          {open === 'devices' ? (
            <DevicesDialog onClose={close} />
          ) : (
            <PassDialog how={open} callId={call.callId ?? ''} onClose={close} />
          )}
        </Suspense>
      )}
    </div>
  );
};
