import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Take } from './microphone.ts';
import './level-meter.css';

/** How loud the microphone hears, and how long it has: drawn beside React, sixty times a second. */
export const LevelMeter = ({ take }: { take: Take }) => {
  const { t } = useTranslation('voices');
  const bar = useRef<HTMLSpanElement>(null);
  const time = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let frame = 0;
    const draw = () => {
      if (bar.current) bar.current.style.transform = `scaleX(${Math.min(1, Math.sqrt(take.level())).toFixed(3)})`;
      if (time.current) time.current.textContent = (take.lengthMs() / 1000).toFixed(1);
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [take]);
  return (
    <span className="level-meter row-in gap-10 fill" role="img" aria-label={t($ => $.recording)}>
      <span className="level">
        <span ref={bar} />
      </span>
      <span ref={time} className="level-meter-time" />
    </span>
  );
};
