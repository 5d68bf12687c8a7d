import { Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { playSound, stopSound, useHeard } from './one-sound.ts';
import './sound-strip.css';

const bars = 40;
const loudest = 255;
const height = 20;

/** A short waveform; only to look at. */
const Peaks = ({ peaks }: { peaks: readonly number[] }) => {
  const step = peaks.length / bars;
  const tops = Array.from({ length: bars }, (_, n) =>
    Math.max(0, ...peaks.slice(Math.floor(n * step), Math.max(Math.floor(n * step) + 1, Math.floor((n + 1) * step)))),
  );
  const most = Math.max(loudest / 4, ...tops);
  const bar = tops.map((top, n) => {
    const tall = Math.max(2, (height * top) / most);
    return `M${n * 3 + 1} ${((height - tall) / 2).toFixed(1)}v${tall.toFixed(1)}`;
  });
  return (
    <svg
      className="sound-strip-peaks"
      viewBox={`0 0 ${bars * 3} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={bar.join('')} />
    </svg>
  );
};

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
