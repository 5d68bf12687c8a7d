/**
 * A backup on disk: a folder of plain files, readable without us.
 *
 *   lianxian-20260131-235959/
 *     manifest.json      what made it, which migrations, tables and sequences, how many files
 *     tables/<t>.copy.gz rows in PostgreSQL's text form, gzip
 *     files.jsonl        path, bytes and SHA-256 of each file, in the order of their paths
 *     files/<path>       recordings, uploads, exports: all that rows name, as below the data folder
 *     journal/<path>     endings of calls that the database has not taken yet, and their sound
 *   lianxian-20260131-235959.key   the secret key, apart
 *
 * It is made under another name and renamed when all of it is on the disk, so there is no half one.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Transform } from 'node:stream';
import { z } from 'zod';
import { StartRefused } from '../config.ts';

/** Grows when an older release could not read it any more. */
export const FORMAT = 1;

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);

const tableSchema = z.object({ name, columns: z.array(name).min(1), rows: z.number().int(), sha256: digest });

const listedSchema = z.object({ path: z.string(), bytes: z.number().int(), sha256: digest });
export type ListedFile = z.infer<typeof listedSchema>;

const manifestSchema = z.object({
  format: z.number().int(),
  /** Of the release that made it. */
  version: z.string(),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
  /** Of the secret key; null: the database never had one. */
  keyMark: digest.nullable(),
  tables: z.array(tableSchema),
  sequences: z.array(z.object({ name, value: z.string() })),
  files: z.object({
    count: z.number().int(),
    bytes: z.number().int(),
    sha256: digest,
    /** Named by rows, and not there when they were fetched. */
    missing: z.number().int(),
  }),
  /** Endings no row knows yet, and their sound; absent in archives of earlier releases. */
  journal: z.array(listedSchema).default([]),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type TableFacts = z.infer<typeof tableSchema>;

export const archivePaths = (folder: string) => ({
  manifest: join(folder, 'manifest.json'),
  tables: join(folder, 'tables'),
  table: (table: string) => join(folder, 'tables', `${table}.copy.gz`),
  files: join(folder, 'files'),
  fileList: join(folder, 'files.jsonl'),
  journal: join(folder, 'journal'),
});

/** Of a folder's name; the key beside it. */
export const keyBeside = (folder: string): string => `${folder}.key`;

/** Each line of a list as it was written. */
export async function* linesOf(file: string): AsyncGenerator<string> {
  yield* createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });
}

export async function* listedFiles(folder: string): AsyncGenerator<ListedFile> {
  for await (const line of linesOf(archivePaths(folder).fileList)) yield listedSchema.parse(JSON.parse(line));
}

/** What goes through it is counted and hashed. */
export const createTally = () => {
  const hash = createHash('sha256');
  let bytes = 0;
  const add = (chunk: Buffer | string): void => {
    hash.update(chunk);
    bytes += Buffer.byteLength(chunk);
  };
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, next) => {
      add(chunk);
      next(null, chunk);
    },
  });
  let sum: string | null = null;
  return {
    add,
    stream,
    bytes: () => bytes,
    sha256: () => {
      sum ??= hash.digest('hex');
      return sum;
    },
  };
};

/** Whatever a name says, a power failure must not take it back: a folder is a file too. */
export const syncPath = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
};

/** @throws {StartRefused} for what is no backup, or one of a later release's form. */
export const readManifest = async (folder: string): Promise<Manifest> => {
  const file = archivePaths(folder).manifest;
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null)
    throw new StartRefused(`${folder} 不是备份：里面没有 manifest.json。`, `${folder} is no backup: no manifest.json.`);
  try {
    const read = z.looseObject({ format: z.number() }).parse(JSON.parse(text));
    if (read.format <= FORMAT) return manifestSchema.parse(read);
  } catch {
    throw new StartRefused(`${file} 已损坏。`, `${file} is damaged.`);
  }
  throw new StartRefused(
    '这个备份是更新的版本做的：请先升级程序。',
    'A newer release made this backup: upgrade first.',
  );
};
