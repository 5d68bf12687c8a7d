import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { usualMsOf } from './doubts.ts';
import type { Take } from './microphone.ts';
import './level-meter.css';

/** What touches the top is cut off there. */
const tooLoud = 0.99;
/** Longer than this over what the text takes, somebody has stopped reading. */
const tooLong = 2.5;

/**
 * How loud the microphone hears, and how long it has, beside how long its text takes: drawn beside React, sixty times a second.
 * Too loud and too long are shown while one records.
 */
export const LevelMeter = ({ take, text }: { take: Take; text?: string }) => {
  const { t } = useTranslation('voices');
  const bar = useRef<HTMLSpanElement>(null);
  const time = useRef<HTMLSpanElement>(null);
  const usual = text === undefined ? null : usualMsOf(text);
  useEffect(() => {
    let frame = 0;
    const draw = () => {
      bar.current?.classList.toggle('is-loud', take.level() >= tooLoud);
      time.current?.classList.toggle('is-long', usual !== null && take.lengthMs() > usual * tooLong);
      if (bar.current) bar.current.style.transform = `scaleX(${Math.min(1, Math.sqrt(take.level())).toFixed(3)})`;
      if (time.current) time.current.textContent = (take.lengthMs() / 1000).toFixed(1);
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [take, usual]);
  return (
    <span className="level-meter row-in gap-10 fill" role="img" aria-label={t($ => $.recording)}>
      <span className="level">
        <span ref={bar} />
      </span>
      <span ref={time} className="level-meter-time" />
      {usual !== null && <span className="ink2">{t($ => $.usual, { n: (usual / 1000).toFixed(1) })}</span>}
    </span>
  );
};
