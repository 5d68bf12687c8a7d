export { bindLibrary } from './library.routes.ts';
export { phoneSeen, told } from './library.view.ts';
export { numberGiven } from './number.ts';
