export { bindFiles } from './files.routes.ts';
export {
  filesToPurge,
  findFile,
  findUpload,
  insertFile,
  keepUpload,
  type NewFile,
  removeFile,
} from './files.store.ts';
export { sweepFiles } from './sweep.ts';
