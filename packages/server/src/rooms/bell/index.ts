export { bindBell } from './bell.routes.ts';
export { ringBell, ringBells } from './bell.store.ts';
export { controllersOf } from './controllers.store.ts';
export { openRinger } from './ringer.ts';
