export { bindFromCalls } from './from-calls.routes.ts';
