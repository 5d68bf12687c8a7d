import type { EChartsCoreOption } from 'echarts/core';
import type { coloursOf } from '../theme/tokens.ts';
import type { ChartSeries, ChartShape } from './chart-shape.ts';

interface ChartLook {
  readonly colours: ReturnType<typeof coloursOf>;
  readonly font: string;
  /** Px of the words at the axes. */
  readonly size: number;
  /** Nothing moves. */
  readonly still: boolean;
  readonly picks: boolean;
}

const openMs = 180;
const thickest = 38;
const thickestLying = 16;
const namesWide = 168;

const seriesOption = (of: ChartSeries, { stacked, lying }: ChartShape, { colours, picks }: ChartLook) => {
  const shared = { id: of.key, name: of.name, data: of.values, cursor: picks ? 'pointer' : 'default' };
  if (of.line)
    return {
      ...shared,
      type: 'line',
      symbol: 'none',
      silent: true,
      z: 3,
      lineStyle: { type: 'dashed', width: 1.5, color: colours[of.ink] },
      itemStyle: { color: colours[of.ink] },
    };
  return {
    ...shared,
    type: 'bar',
    ...(stacked && { stack: 'one' }),
    barMaxWidth: lying ? thickestLying : thickest,
    barCategoryGap: '38%',
    itemStyle: { color: colours[of.ink], borderRadius: 2, borderColor: colours.sheet, borderWidth: stacked ? 0.5 : 0 },
    emphasis: { disabled: true },
  };
};

/** The shape as the library draws it, in the colours and sizes of now. */
export const optionOf = (shape: ChartShape, look: ChartLook): EChartsCoreOption => {
  const { colours, font, size, still } = look;
  const text = { color: colours.ink3, fontFamily: font, fontSize: size };
  const names = {
    type: 'category',
    data: shape.marks,
    axisTick: { show: false },
    axisLine: { show: !shape.lying, lineStyle: { color: colours.line3 } },
    axisLabel: { ...text, ...(shape.lying && { color: colours.ink1, width: namesWide, overflow: 'truncate' }) },
    ...(shape.lying && { inverse: true }),
  };
  const figures = {
    type: 'value',
    splitNumber: 3,
    minInterval: shape.shares ? 0 : 1,
    splitLine: { lineStyle: { color: colours.line2 } },
    axisLabel: {
      ...text,
      formatter: (value: number) => shape.say(value),
    },
    ...(!shape.lying && { position: 'right' }),
  };
  return {
    animation: !still,
    animationDuration: openMs,
    animationDurationUpdate: openMs,
    // What the words take is inside of it, however large they are.
    grid: { left: 0, right: shape.lying ? size * 2 : 0, top: size + 4, bottom: 0, outerBoundsMode: 'same' },
    xAxis: shape.lying ? figures : names,
    yAxis: shape.lying ? names : figures,
    series: shape.series.map(each => seriesOption(each, shape, look)),
  };
};
