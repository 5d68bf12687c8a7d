import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([BarChart, LineChart, GridComponent, TooltipComponent, CanvasRenderer]);

/** The library with the parts that are drawn here and no others: it is the heaviest of a page. */
export const openChart = (place: HTMLElement) => init(place, null, { renderer: 'canvas' });
export type OpenChart = ReturnType<typeof openChart>;
