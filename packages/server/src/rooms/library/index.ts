export { bindLibrary } from './library.routes.ts';
