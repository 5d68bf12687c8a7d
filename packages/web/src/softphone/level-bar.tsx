import { useEffect, useRef } from 'react';

/** How loud it is now, as a bar drawn beside React; `read` answers 0…1. */
export const LevelBar = ({ read, label }: { read: () => number; label: string }) => {
  const bar = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let frame = 0;
    let shown = 0;
    const draw = () => {
      shown = Math.max(shown * 0.9, Math.min(1, Math.sqrt(read())));
      if (bar.current) bar.current.style.transform = `scaleX(${shown.toFixed(3)})`;
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [read]);
  return (
    <span className="softphone-level" role="img" aria-label={label}>
      <span ref={bar} />
    </span>
  );
};
