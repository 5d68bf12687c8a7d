import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([BarChart, LineChart, GridComponent, CanvasRenderer]);

/** The library with the parts that are drawn here and no others, as it is the heaviest of a page; what is pointed at is said by ours. */
export const openChart = (place: HTMLElement) => init(place, null, { renderer: 'canvas' });
export type OpenChart = ReturnType<typeof openChart>;
