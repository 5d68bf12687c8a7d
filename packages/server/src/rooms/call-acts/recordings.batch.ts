/**
 * Recordings of many calls as a zip: they go into it one by one as they lie on the disk, each as it would leave by itself, so
 * that nothing is held. A process killed in it begins the file anew, as with a sheet.
 */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { refusedClause, stored } from '@lianxian/contract';
import { inTransaction, type MerchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { isDiskFull } from '../../platform/disk.ts';
import type { FileStore } from '../../platform/files.ts';
import { Refusal } from '../../platform/http/index.ts';
import { ZipTooLarge, zipOf } from '../../platform/sheets/index.ts';
import { type BatchEnd, BatchFailed, type BatchRun, type BatchWork, startBatch } from '../batches/index.ts';
import { recordingName, takenAlong } from '../files/index.ts';
import type { CallsFilter } from '../records/index.ts';
import { type WhichCalls, wantedCalls, whichCalls } from './acts.batch.ts';
import { nextRecordings, soundBytes } from './recordings.store.ts';

export const RECORDINGS_KIND = 'calls.recordings';

export const startRecordings = (tx: MerchantDb, createdBy: string, input: WhichCalls): Promise<string> =>
  startBatch(tx, { kind: RECORDINGS_KIND, title: stored(['recordingsZip']), type: 1, input, createdBy });

/** Starts one that waited, as it was asked for. */
export const startWaited = (tx: MerchantDb, createdBy: string, input: unknown): Promise<string> =>
  startRecordings(tx, createdBy, whichCalls.parse(input));

interface Parts {
  readonly db: UnscopedDb;
  readonly files: FileStore;
  readonly producerOf: (merchantId: string) => Promise<string>;
}

interface Packing {
  readonly run: BatchRun;
  readonly own: MerchantDb;
  readonly wanted: CallsFilter;
  readonly seesPhones: boolean;
}

const CHUNK = 50;

/** Calls of one second and number have a figure behind their name. */
const openNames = () => {
  const used = new Map<string, number>();
  return (name: string): string => {
    const times = (used.get(name) ?? 0) + 1;
    used.set(name, times);
    return times === 1 ? name : name.replace(/\.wav$/, `_${times}.wav`);
  };
};

async function* soundsOf(
  { db, files, producerOf }: Parts,
  { run, own, wanted, seesPhones }: Packing,
  count: (packed: number) => void,
) {
  const nameOf = openNames();
  let producer: Promise<string> | null = null;
  let [after, done]: [string | null, number] = [null, 0];
  while (run.mayGoOn()) {
    const rows = await nextRecordings(own, wanted, after, CHUNK);
    for (const row of rows) {
      const file = row.path === null ? null : await files.find(row.path);
      if (file === null || file.bytes === 0) continue;
      const sound = await takenAlong(file, row.synthesised === true ? row.id : null, () => {
        producer ??= producerOf(run.merchantId);
        return producer;
      });
      yield { name: nameOf(recordingName(row, seesPhones)), text: sound.read(0, sound.bytes - 1) };
      done += 1;
    }
    count(done);
    await inTransaction(db, tx => run.progress(tx, { done, cursor: { done } }));
    after = rows.at(-1)?.cursor ?? null;
    if (rows.length < CHUNK) return;
  }
}

const pack = async (parts: Parts, packing: Packing): Promise<BatchEnd> => {
  const { run, seesPhones } = packing;
  const { files } = parts;
  const path = `exports/${run.merchantId}/${run.id}.zip`;
  let packed = 0;
  const sounds = soundsOf(parts, packing, done => {
    packed = done;
  });
  try {
    await pipeline(zipOf(sounds), createWriteStream(await files.placeFor(path), { mode: 0o600 }));
  } catch (error) {
    await files.remove(path);
    if (isDiskFull(error)) throw new BatchFailed({ remark: stored(['sheetNoRoom']) });
    if (error instanceof ZipTooLarge) throw new BatchFailed({ remark: stored(['zipTooLarge']) });
    throw error;
  }
  if (!run.mayGoOn() || packed === 0) {
    await files.remove(path);
    return { remark: stored([run.mayGoOn() ? 'noRecordings' : 'cancelled']) };
  }
  const { bytes = 0 } = (await files.find(path)) ?? {};
  const kind = seesPhones ? 'wholeCalls' : 'calls';
  return {
    remark: stored(['rows', { rows: packed }]),
    file: { kind, path, name: `recordings-${run.id}.zip`, mime: 'application/zip', bytes },
  };
};

export const recordingsWork =
  (parts: Parts): BatchWork =>
  async run => {
    const which = whichCalls.parse(run.input);
    const { own, wanted } = await wantedCalls(parts.db, run, which);
    const packing = { run, own, wanted, seesPhones: which.seesPhones };
    try {
      return await parts.files.spaceFor(own, await soundBytes(own, wanted), () => pack(parts, packing));
    } catch (error) {
      if (error instanceof Refusal) throw new BatchFailed({ remark: stored(refusedClause(error)) });
      throw error;
    }
  };
