export { type Hours, MINUTES_SHOWN, minutesOf, minutesToCall, paceOf } from './board.view.ts';
export { bindTaskBoard } from './task-board.routes.ts';
