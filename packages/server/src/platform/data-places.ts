import { join } from 'node:path';

/**
 * Everything that the parts of the house write below the data folder, of this release and of earlier ones. Started as root,
 * these and no others are handed to the parts' account; whatever else lies there is the supervisor's or the operator's.
 */
export const partsPlaces = [
  /** Of calls, with their transcripts. */
  'recordings',
  /** What people brought and has become none of their sounds yet, and what they fetch. */
  'uploads',
  'exports',
  /** Rows of imports that were refused. */
  'batches',
  'plans',
  /** What proves that people consented. */
  'proofs',
  /** What the voice said. */
  'prompts',
  /** An earlier release's prompts; removed at the start. */
  'voice',
  /** Endings that wait for the database. */
  'journal',
  /** What a dead process's calls are hung up with. */
  'dialogs',
  /** Compiled code, the clone's own folder being root's. */
  'cache',
  'security',
  /** Of the practice carrier. */
  'practice',
  'node-id',
  'node-id.part',
] as const;

type PartsPlace = (typeof partsPlaces)[number];

export const isPartsPlace = (name: string): name is PartsPlace => partsPlaces.some(place => place === name);

/** Where a part's own lies. */
export const placeIn = (dataDir: string, place: PartsPlace, ...below: readonly string[]): string =>
  join(dataDir, place, ...below);
