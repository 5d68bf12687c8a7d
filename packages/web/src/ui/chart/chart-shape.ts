import type { coloursOf } from '../theme/tokens.ts';

/** Data is ink: greys of the theme, never the brand (docs/look.md#colour). */
export type Ink = keyof ReturnType<typeof coloursOf>;

export interface ChartSeries {
  readonly key: string;
  readonly name: string;
  readonly ink: Ink;
  /** One a mark; null: nobody knows. */
  readonly values: readonly (number | null)[];
  /** Dashed over the bars. */
  readonly line?: boolean;
  /** What is compared with: it leads nowhere. */
  readonly past?: boolean;
}

/** What a chart draws and its table says: the same figures, so that neither knows more than the other. */
export interface ChartShape {
  /** What the figures are of, in their order: days, hours, tasks. */
  readonly marks: readonly string[];
  readonly series: readonly ChartSeries[];
  /** How a figure reads. */
  readonly say: (value: number) => string;
  /** Figures are parts of one, not counts. */
  readonly shares?: boolean;
  /** Bars of one mark stand on each other. */
  readonly stacked?: boolean;
  /** Bars lie, with their marks at the left: for names. */
  readonly lying?: boolean;
}

export interface ChartProps {
  readonly shape: ChartShape;
  /** What is seen on it, for who does not see it. */
  readonly label: string;
  /** A bar was clicked: of which mark and series. Its table has the same way for the keyboard. */
  readonly onPick?: (at: number, key: string) => void;
}

const sumAt = ({ series, stacked }: ChartShape, at: number): number => {
  const bars = series.filter(({ line }) => !line).map(({ values }) => values[at] ?? 0);
  return stacked ? bars.reduce((sum, value) => sum + value, 0) : (bars[0] ?? 0);
};

interface Ends {
  readonly most: { readonly mark: string; readonly value: string };
  readonly least: { readonly mark: string; readonly value: string };
}

/** Where the bars are highest and lowest, in words for who does not see them; null: there are none. */
export const endsOf = (shape: ChartShape): Ends | null => {
  const sums = shape.marks.map((mark, at) => ({ mark, value: sumAt(shape, at) }));
  const [first, ...rest] = sums;
  if (!first) return null;
  const most = rest.reduce((one, other) => (other.value > one.value ? other : one), first);
  const least = rest.reduce((one, other) => (other.value < one.value ? other : one), first);
  const said = ({ mark, value }: typeof first) => ({ mark, value: shape.say(value) });
  return { most: said(most), least: said(least) };
};

const rowTall = 30;
const axisTall = 30;
const columnsTall = 232;
/** Lying bars take a row each, columns always the same. */
export const tallOf = ({ lying, marks }: ChartShape): number =>
  lying ? marks.length * rowTall + axisTall : columnsTall;
