export { addAgain } from './again.store.ts';
export { findListAhead, type ListRead, type TaskKey } from './forecast.store.ts';
export { createForecasts, type Forecasts } from './forecast.ts';
export { listAhead } from './list-ahead.ts';
export { bindTaskBoard } from './task-board.routes.ts';
export { wantedOf } from './wanted.view.ts';
