export { deletionJob } from './deletion.ts';
export { bindKeeping } from './keeping.routes.ts';
export { TAKE_OUT, takeOutWork } from './take-out.batch.ts';
