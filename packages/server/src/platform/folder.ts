import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder that an operator names, and those above it that are missing. Node's own `recursive` turns in a circle for
 * ever where a folder is there and takes no child (below /proc).
 * @throws the system's error where it cannot be made, EEXIST where a file is in its place.
 */
export const makeFolder = (folder: string, mode?: number): void => {
  const parent = dirname(folder);
  if (!existsSync(parent)) makeFolder(parent, mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // There already; a file in its place is not.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
};
