import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../ui/toast.ts';
import { recordTake, type Take } from './microphone.ts';
import { stopSound } from './one-sound.ts';

/** idle ─start→ asking ─allowed→ recording ─stop→ idle (its file goes to `onTake`); no microphone or a no: idle. */
interface Microphone {
  readonly state: 'idle' | 'asking' | 'recording';
  readonly take: Take | null;
  readonly start: () => void;
  readonly stop: () => void;
  readonly drop: () => void;
}

export const useMicrophone = (onTake: (file: File) => void): Microphone => {
  const { t } = useTranslation('voices');
  const [take, setTake] = useState<Take | null>(null);
  const [isAsking, setAsking] = useState(false);
  const current = useRef<Take | null>(null);
  const gone = useRef(false);
  const keep = (next: Take | null) => {
    current.current = next;
    setTake(next);
  };
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      current.current?.drop();
    };
  }, []);
  const start = async () => {
    stopSound();
    setAsking(true);
    try {
      const begun = await recordTake();
      if (gone.current) begun.drop();
      else keep(begun);
    } catch {
      toast.bad(t($ => $.noMicrophone));
    } finally {
      setAsking(false);
    }
  };
  const stop = async () => {
    const ended = current.current;
    keep(null);
    if (ended) onTake(await ended.stop());
  };
  return {
    state: take ? 'recording' : isAsking ? 'asking' : 'idle',
    take,
    start: () => void start(),
    stop: () => void stop(),
    drop: () => {
      current.current?.drop();
      keep(null);
    },
  };
};
