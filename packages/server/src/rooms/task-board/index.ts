export { addAgain } from './again.store.ts';
export { channelLimit } from './board.view.ts';
export { findListAhead, type ListRead, type TaskKey } from './forecast.store.ts';
export { createForecasts, type Forecasts, listAhead } from './forecast.ts';
export { bindTaskBoard } from './task-board.routes.ts';
export { wantedOf } from './wanted.view.ts';
