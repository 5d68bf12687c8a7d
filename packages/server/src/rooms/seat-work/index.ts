export { bindSeatWork } from './seat-work.routes.ts';
