import { Pause, Play } from 'lucide-react';
import { type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { playSound, stopSound, useHeard } from '../../sound/one-sound.ts';
import { Peaks } from '../../sound/peaks.tsx';

interface Mark {
  readonly fromMs: number;
  readonly toMs: number;
}
interface MarkedWaveProps {
  /** Names the sound in this page. */
  readonly name: string;
  readonly label: string;
  readonly find: () => Promise<string>;
  readonly take: { readonly durationMs: number; readonly peaks: readonly number[] };
  readonly mark: Mark | null;
  /** Left out: one only looks. */
  readonly onMark?: (mark: Mark) => void;
}

/** A wave with the stretch that is meant: drawn by pointer, or by the two sliders below it. */
export const MarkedWave = ({ name, label, find, take, mark, onMark }: MarkedWaveProps) => {
  const { t } = useTranslation('audio');
  const isHeard = useHeard(name);
  const wave = useRef<HTMLDivElement>(null);
  const begun = useRef<number | null>(null);
  const { durationMs, peaks } = take;
  const msAt = ({ clientX }: PointerEvent): number => {
    const { left = 0, width = 1 } = wave.current?.getBoundingClientRect() ?? {};
    return Math.round(Math.min(1, Math.max(0, (clientX - left) / width)) * durationMs);
  };
  const draw = (event: PointerEvent) => {
    if (begun.current === null) return;
    const at = msAt(event);
    onMark?.({ fromMs: Math.min(begun.current, at), toMs: Math.max(begun.current, at) });
  };
  const handlers = onMark && {
    onPointerDown: (event: PointerEvent) => {
      begun.current = msAt(event);
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: draw,
    onPointerUp: (event: PointerEvent) => {
      draw(event);
      begun.current = null;
    },
  };
  const percent = (ms: number) => `${(100 * ms) / Math.max(1, durationMs)}%`;
  return (
    <div className="stack gap-6">
      <div className={isHeard ? 'audio-wave row gap-8 is-heard' : 'audio-wave row gap-8'}>
        <button
          type="button"
          className="icon-button"
          aria-label={isHeard ? t($ => $.stop) : label}
          onClick={() => (isHeard ? stopSound() : void playSound(name, find))}
        >
          {isHeard ? <Pause size={15} aria-hidden="true" /> : <Play size={15} aria-hidden="true" />}
        </button>
        <div ref={wave} className={onMark ? 'audio-peaks is-drawn' : 'audio-peaks'} {...handlers}>
          <Peaks peaks={peaks} />
          {mark && (
            <span
              className="audio-mark"
              style={{ left: percent(mark.fromMs), width: percent(mark.toMs - mark.fromMs) }}
            />
          )}
        </div>
        <span className="audio-seconds">{t($ => $.seconds, { n: (durationMs / 1000).toFixed(1) })}</span>
      </div>
      {onMark && mark && (
        <div className="audio-ends row gap-12">
          {(['fromMs', 'toMs'] as const).map(end => (
            <label key={end} className="row-in gap-6 ink2 fill">
              {t($ => $.ends[end])}
              <input
                type="range"
                max={durationMs}
                step={50}
                value={mark[end]}
                onChange={event => onMark({ ...mark, [end]: Number(event.target.value) })}
              />
            </label>
          ))}
        </div>
      )}
    </div>
  );
};
