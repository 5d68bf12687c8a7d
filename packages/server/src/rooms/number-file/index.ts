export { EXPORT_NUMBER, numberFileWork } from './number-file.batch.ts';
export { bindNumberFile } from './number-file.routes.ts';
