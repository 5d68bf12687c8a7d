export { bindMending } from './mending.routes.ts';
