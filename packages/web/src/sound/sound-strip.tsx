import { Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { playSound, stopSound, useHeard } from './one-sound.ts';
import { Peaks } from './peaks.tsx';
import './sound-strip.css';

interface SoundStripProps {
  /** Names the sound in this page. */
  readonly name: string;
  /** What is heard, read out: 播放「您好」. */
  readonly label: string;
  readonly find: () => Promise<string>;
  readonly peaks: readonly number[] | null;
  readonly durationMs: number | null;
  readonly children?: ReactNode;
}

/** Play, waveform, seconds, and whatever belongs beside them. */
export const SoundStrip = ({ name, label, find, peaks, durationMs, children }: SoundStripProps) => {
  const { t } = useTranslation('voices');
  const isHeard = useHeard(name);
  return (
    <div className={isHeard ? 'sound-strip is-heard' : 'sound-strip'}>
      <button
        type="button"
        className="icon-button"
        aria-label={isHeard ? t($ => $.stop) : label}
        onClick={() => (isHeard ? stopSound() : void playSound(name, find))}
      >
        {isHeard ? <Pause size={15} aria-hidden="true" /> : <Play size={15} aria-hidden="true" />}
      </button>
      {peaks && <Peaks peaks={peaks} />}
      {durationMs !== null && (
        <span className="sound-strip-seconds">{t($ => $.seconds, { n: (durationMs / 1000).toFixed(1) })}</span>
      )}
      {children}
    </div>
  );
};
