import { randomBytes } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { placeIn } from './data-places.ts';
import { makeFolder } from './folder.ts';

/**
 * The name under which this installation's calls process owns its calls, made once in its data folder: after a crash it
 * knows its own orphans, wherever the folder lies by then and whatever the machine is called. On the disk for good before
 * anybody hears of it.
 */
export const nodeIdOf = async (dataDir: string): Promise<string> => {
  makeFolder(dataDir);
  const known = (await readFile(placeIn(dataDir, 'node-id'), 'utf8').catch(() => '')).trim();
  if (/^[0-9a-f]{16}$/.test(known)) return known;
  const made = randomBytes(8).toString('hex');
  const part = await open(placeIn(dataDir, 'node-id.part'), 'w', 0o600);
  await part.writeFile(`${made}\n`);
  await part.sync();
  await part.close();
  await rename(placeIn(dataDir, 'node-id.part'), placeIn(dataDir, 'node-id'));
  const folder = await open(dataDir, 'r');
  await folder.sync();
  await folder.close();
  return made;
};
