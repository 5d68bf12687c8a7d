export { addAgain } from './again.store.ts';
export { channelLimit } from './board.view.ts';
export { createForecasts, type Forecasts } from './forecast.ts';
export { bindTaskBoard } from './task-board.routes.ts';
export { wantedOf } from './wanted.view.ts';
