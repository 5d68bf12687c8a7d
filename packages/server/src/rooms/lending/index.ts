export { bindLending } from './lending.routes.ts';
