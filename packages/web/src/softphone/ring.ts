import i18next from 'i18next';
import { useEffect } from 'react';
import { tellDesktop } from '../live/good-calls.ts';
import { useSeat } from './seat-store.ts';
import { useUnseen } from './unseen.ts';

/** A tone of our own: three notes, every two seconds; the last is over after `roundMs`. */
const everyMs = 2_000;
const roundMs = 900;
const notes = [
  [523, 0],
  [659, 0.18],
  [784, 0.36],
] as const;

const ringOnce = (sound: AudioContext): void => {
  for (const [pitch, at] of notes) {
    const [note, gain] = [sound.createOscillator(), sound.createGain()];
    const from = sound.currentTime + at;
    note.frequency.value = pitch;
    gain.gain.setValueAtTime(0.12, from);
    gain.gain.exponentialRampToValueAtTime(0.001, from + 0.5);
    note.connect(gain).connect(sound.destination);
    note.start(from);
    note.stop(from + 0.5);
  }
};

const startRinging = (): (() => void) => {
  const sound = new AudioContext();
  ringOnce(sound);
  const timer = setInterval(() => ringOnce(sound), everyMs);
  return () => {
    clearInterval(timer);
    // What has begun is heard to its end: of a call that is answered by itself it is all one hears.
    setTimeout(() => void sound.close(), roundMs);
  };
};

const notify = (phone: string, isAnswered: boolean): (() => void) =>
  tellDesktop({
    title: i18next.t($ => $.ring.title, { ns: 'softphone', phone }),
    body: isAnswered
      ? i18next.t($ => $.ring.answered, { ns: 'softphone' })
      : i18next.t($ => $.ring.body, { ns: 'softphone' }),
    tag: 'lx.seat.ring',
    stays: true,
  });

/** Somebody may be looking at another tab of ours, which shows the call. */
const soundsForMs = 20_000;

/** Told by desktop and title until the page is looked at or the call is over: answered by itself, a call rings for no time. */
const tellUntilSeen = (phone: string, isAnswered: boolean): void => {
  const takeBack = notify(phone, isAnswered);
  useUnseen.setState({ phone });
  const over = (): void => {
    takeBack();
    clearTimeout(limit);
    stopHearing();
    document.removeEventListener('visibilitychange', look);
    useUnseen.setState({ phone: null });
  };
  const look = (): void => {
    if (!document.hidden) over();
  };
  const limit = setTimeout(over, soundsForMs);
  const stopHearing = useSeat.subscribe(({ call }) => {
    if (call === null || call.status === 'ended') over();
  });
  document.addEventListener('visibilitychange', look);
};

/** A call that comes is heard; in a tab behind others the desktop says so too. By the tab that has the phone. */
export const useRinging = (): void => {
  const ringing = useSeat(({ call, leads }) => (leads && call?.status === 'ringing' ? call.phone : null));
  useEffect(() => {
    if (ringing === null) return;
    if (document.hidden) tellUntilSeen(ringing, useSeat.getState().facts?.autoAnswer ?? false);
    return startRinging();
  }, [ringing]);
};
