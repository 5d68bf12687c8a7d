export { recordingName } from './files.policy.ts';
export { bindFiles, UNUSED_SHEET_MS } from './files.routes.ts';
export {
  filesToPurge,
  findFile,
  insertFile,
  keepProof,
  keepUpload,
  letGoUpload,
  type NewFile,
  removeFile,
} from './files.store.ts';
export { takenAlong } from './labelled.ts';
export { sweepFiles } from './sweep.ts';
