import type { WriteStream } from 'node:fs';
import { open } from 'node:fs/promises';

interface NewFileOptions {
  /** Fails where something lies there already; else that is replaced. Default false. */
  readonly alone?: boolean;
  /** It is on the disk when it is closed. Default false. */
  readonly durable?: boolean;
}

/**
 * A stream into a file that its owner alone reads. The file is there when this resolves: one that its stream opens may
 * come into being after its failure was told, when who cleans up has looked already.
 */
export const newFile = async (
  path: string,
  { alone = false, durable = false }: NewFileOptions = {},
): Promise<WriteStream> => {
  const file = await open(path, alone ? 'wx' : 'w', 0o600);
  return file.createWriteStream({ flush: durable });
};
