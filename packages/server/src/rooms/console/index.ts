export { bindConsole } from './console.routes.ts';
