import { useEffect, useRef } from 'react';
import { levelsNow } from '../softphone/levels.ts';

interface MeterProps {
  readonly side: 'mine' | 'theirs';
  readonly text: string;
}

/** How the bars stand to each other; all of them grow with the voice. */
const bars = [0.5, 1, 0.7, 0.9, 0.4] as const;
/** What is silent still shows. */
const quietest = 0.2;
/** How much of a peak is left a frame later: between two syllables the bars fall, they do not vanish. */
const falls = 0.94;

/** How loud one side is: drawn beside React, as often as the browser paints. */
export const Meter = ({ side, text }: MeterProps) => {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let frame = 0;
    let level = 0;
    const draw = () => {
      level = Math.max(level * falls, Math.min(1, Math.sqrt(levelsNow()[side]) * 1.5));
      for (const [at, bar] of [...(place.current?.children ?? [])].entries())
        if (bar instanceof HTMLElement)
          bar.style.transform = `scaleY(${Math.max(quietest, level * (bars[at] ?? 1)).toFixed(2)})`;
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [side]);
  return (
    <span className="row-in gap-6 whole">
      <span ref={place} className={side === 'mine' ? 'console-meter is-mine' : 'console-meter'} aria-hidden="true">
        {bars.map(bar => (
          <i key={bar} />
        ))}
      </span>
      {text}
    </span>
  );
};
