export { bindFiles } from './files.routes.ts';
export { insertFile, type NewFile } from './files.store.ts';
