import { useFirstWords } from '../../text/first-words.ts';

/**
 * The art of the branded login: a field of jacks and some cords between them, one of them a call in progress.
 * Places are columns and rows of the field; a cord hangs below its lower end.
 */
const step = 60;
const columns = 16;
const x = (column: number) => 16 + column * step;
const y = (row: number) => 30 + row * step;

type Place = readonly [column: number, row: number];
const cords: readonly { from: Place; to: Place; sag: number; faint: boolean }[] = [
  { from: [0, 1], to: [5, 0], sag: 230, faint: false },
  { from: [6, 1], to: [8, 0], sag: 120, faint: true },
  { from: [13, 0], to: [14, 1], sag: 110, faint: true },
  { from: [0, 4], to: [2, 2], sag: 150, faint: true },
  { from: [1, 5], to: [6, 6], sag: 190, faint: true },
  { from: [9, 5], to: [14, 3], sag: 190, faint: true },
];
const talking = { from: [3, 3] as Place, to: [11, 2] as Place, sag: 230 };
const lit: readonly Place[] = [
  [9, 0],
  [11, 0],
  [12, 0],
  [13, 1],
  [0, 3],
  [5, 1],
  [3, 4],
  [4, 4],
  [10, 5],
  [8, 5],
  [3, 6],
  [11, 7],
];

const path = ([fromColumn, fromRow]: Place, [toColumn, toRow]: Place, sag: number) => {
  const low = Math.max(y(fromRow), y(toRow)) + sag * 0.7;
  return `M${x(fromColumn)} ${y(fromRow)}C${x(fromColumn)} ${low} ${x(toColumn)} ${low} ${x(toColumn)} ${y(toRow)}`;
};

/** Lower rows fade out. */
const bands = [
  { from: 0, rows: 5, opacity: 1 },
  { from: 5, rows: 1, opacity: 0.76 },
  { from: 6, rows: 1, opacity: 0.52 },
  { from: 7, rows: 1, opacity: 0.28 },
] as const;
const fadeOf = (row: number) => bands.findLast(band => band.from <= row)?.opacity;

/** The empty jacks are one pattern: a hundred of them as elements would take longer to draw than the rest of the page. */
const Jacks = () => (
  <>
    <pattern
      id="jacks"
      x={x(0) - step / 2}
      y={y(0) - step / 2}
      width={step}
      height={step}
      patternUnits="userSpaceOnUse"
    >
      <circle cx={step / 2} cy={step / 2} r="7" className="login-jack" />
      <circle cx={step / 2} cy={step / 2} r="2.500" className="login-hole" />
    </pattern>
    {bands.map(band => (
      <rect
        key={band.from}
        y={band.from * step}
        width={columns * step}
        height={band.rows * step}
        fill="url(#jacks)"
        opacity={band.opacity}
      />
    ))}
    {lit.map(([column, row]) => (
      <circle
        key={`${column},${row}`}
        cx={x(column)}
        cy={y(row)}
        r="2.500"
        className="login-lit"
        opacity={fadeOf(row)}
      />
    ))}
  </>
);

const Words = ({ at: [column, row], text, className }: { at: Place; text: string; className: string }) => (
  <foreignObject x={x(column) + 24 - (className === 'callee' ? 84 : 0)} y={y(row) - 46} width="260" height="40">
    <span className={`login-words is-${className}`}>{text}</span>
  </foreignObject>
);

export const PatchField = () => {
  const { t } = useFirstWords();
  return (
    <svg className="login-patch-field" viewBox="0 0 912 540" preserveAspectRatio="xMinYMin slice" aria-hidden="true">
      <Jacks />
      {cords.map(cord => (
        <g key={`${cord.from}-${cord.to}`} className={cord.faint ? 'login-cord is-faint' : 'login-cord'}>
          <path d={path(cord.from, cord.to, cord.sag)} />
          <circle cx={x(cord.from[0])} cy={y(cord.from[1])} r="4.500" />
          <circle cx={x(cord.to[0])} cy={y(cord.to[1])} r="4.500" />
        </g>
      ))}
      <g className="login-cord is-talking">
        <path d={path(talking.from, talking.to, talking.sag)} />
        {[talking.from, talking.to].map(([column, row]) => (
          <g key={column}>
            <circle cx={x(column)} cy={y(row)} r="14" className="login-halo" />
            <circle cx={x(column)} cy={y(row)} r="8" className="login-end" />
          </g>
        ))}
      </g>
      <Words at={talking.from} text={t($ => $.robotSays)} className="robot" />
      <Words at={talking.to} text={t($ => $.calleeSays)} className="callee" />
    </svg>
  );
};
