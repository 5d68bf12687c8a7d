export { bindFiles, UNUSED_SHEET_MS } from './files.routes.ts';
export {
  filesToPurge,
  findFile,
  insertFile,
  keepUpload,
  letGoUpload,
  type NewFile,
  removeFile,
} from './files.store.ts';
export { sweepFiles } from './sweep.ts';
