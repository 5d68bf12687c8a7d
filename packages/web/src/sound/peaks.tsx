import './sound-strip.css';

const bars = 40;
const loudest = 255;
const height = 20;

/** A short waveform; only to look at. */
export const Peaks = ({ peaks }: { peaks: readonly number[] }) => {
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
