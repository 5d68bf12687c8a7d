const width = 50;
const height = 20;
const edge = 3;

/** A few values as one line whose end is marked; flat where nothing moves. */
export const Spark = ({ values, label }: { values: readonly number[]; label: string }) => {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, at) => {
    const part = high === low ? 0 : (value - low) / (high - low);
    return [
      edge + (at / Math.max(1, values.length - 1)) * (width - 2 * edge),
      height - edge - part * (height - 2 * edge),
    ] as const;
  });
  const end = points.at(-1);
  return (
    <svg
      className="home-spark"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      <polyline points={points.map(point => point.join()).join(' ')} />
      {end && <circle cx={end[0]} cy={end[1]} r={2} />}
    </svg>
  );
};
