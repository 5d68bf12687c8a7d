import type { CSSProperties } from 'react';
import './jack-cells.css';

interface JackCellsProps {
  readonly talking: number;
  /** On their way: placed, dialling, ringing. */
  readonly ringing: number;
  readonly channels: number;
  /** The line cannot be dialled over: nothing of it is free. */
  readonly unusable?: boolean;
  /** What it says to who cannot see it. */
  readonly says: string;
  readonly look: 'small' | 'tall';
}

/** Beyond it a small cell stands for several channels, a row of tall ones becomes a bar. */
const mostCells = { small: 60, tall: 96 } as const;
const mostLarge = 24;
/** Small cells stand in so few rows as there are at this many a row, and evenly: fifteen as eight and seven. */
const inRow = { usual: 12, many: 20 } as const;

const Bar = ({ talking, ringing, channels, unusable, says }: Omit<JackCellsProps, 'look'>) => {
  const part = (n: number) => ({ width: `${(100 * Math.min(n, channels)) / channels}%` });
  return (
    <span className="jack-cells-bar flex" role="img" aria-label={says} title={says}>
      {unusable ? (
        <i className="is-unusable" />
      ) : (
        <>
          <i className="is-talking" style={part(talking)} />
          <i className="is-ringing" style={part(ringing)} />
        </>
      )}
    </span>
  );
};

/** One small jack cell a channel: talking filled, on its way with an amber edge, free with a grey one, hatched unusable. */
export const JackCells = (props: JackCellsProps) => {
  const { talking, ringing, channels, unusable = false, says, look } = props;
  if (look === 'tall' && channels > mostCells.tall) return <Bar {...props} />;
  const cells = Math.min(channels, mostCells[look]);
  const part = channels > 0 ? cells / channels : 0;
  const full = Math.round(talking * part);
  const onTheirWay = Math.round((talking + ringing) * part) - full;
  const stateOf = (at: number) =>
    unusable ? 'is-unusable' : at < full ? 'is-talking' : at < full + onTheirWay ? 'is-ringing' : undefined;
  const isMany = cells > mostLarge;
  const size = look === 'tall' ? ' is-tall' : isMany ? ' is-many' : '';
  const rows = Math.ceil(cells / (isMany ? inRow.many : inRow.usual));
  return (
    <span
      className={`jack-cells${size}`}
      style={look === 'small' && rows > 0 ? ({ '--row': Math.ceil(cells / rows) } as CSSProperties) : undefined}
      role="img"
      aria-label={says}
      title={says}
    >
      {Array.from({ length: cells }, (_, at) => at).map(at => (
        <i key={at} className={stateOf(at)} />
      ))}
    </span>
  );
};
