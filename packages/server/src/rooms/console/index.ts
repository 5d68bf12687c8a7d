export { bindConsole, type ConsoleParts } from './console.routes.ts';
