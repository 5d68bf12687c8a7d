export { bindDesk } from './desk.routes.ts';
