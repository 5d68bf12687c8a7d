import { Buffer } from 'node:buffer';
import { languages, refusedClause, stored } from '@lianxian/contract';
import { z } from 'zod';
import { inTransaction, type MerchantDb, merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { Refusal } from '../../platform/http/index.ts';
import { BatchFailed, type BatchWork, startBatch } from '../batches/index.ts';
import { viewerOf } from '../staff/index.ts';
import { pageOf } from './number-file.page.ts';
import { zoneOf } from './number-file.store.ts';
import { readNumberFile } from './number-file.ts';

/** The file of a number as a page to print: one file that says all, and opens anywhere. */
export const EXPORT_NUMBER = 'exportNumber';

const wish = z.object({ phone: z.string(), language: z.enum(languages), seesPhones: z.boolean() });

export const startNumberFile = (tx: MerchantDb, createdBy: string, input: z.infer<typeof wish>): Promise<string> =>
  startBatch(tx, { kind: EXPORT_NUMBER, title: stored(['numberFile']), type: 1, input, createdBy });

/** Carries out what {@link startNumberFile} asked for. */
export const numberFileWork =
  ({ files, unscopedDb }: { readonly unscopedDb: UnscopedDb; readonly files: FileStore }): BatchWork =>
  async run => {
    const { phone, ...reader } = wish.parse(run.input);
    const own = merchantDb(unscopedDb, run.merchantId, await viewerOf(unscopedDb, run.merchantId, run.createdBy));
    const file = await readNumberFile(unscopedDb, own, phone, reader);
    const { title, page } = pageOf(file, { language: reader.language, zone: await zoneOf(own) });
    const bytes = Buffer.from(page);
    const path = `exports/${run.merchantId}/${run.id}.html`;
    await files
      .spaceFor(own, bytes.length, () => files.write(path, bytes))
      .catch(error => {
        throw error instanceof Refusal ? new BatchFailed({ remark: stored(refusedClause(error)) }) : error;
      });
    const rows =
      file.tasks.length + file.calls.length + file.entries.length + file.consents.length + file.decisions.length;
    await inTransaction(unscopedDb, tx => run.progress(tx, { done: rows, total: rows, cursor: { rows } }));
    return {
      remark: stored(['rows', { rows }]),
      file: {
        kind: reader.seesPhones ? 'wholeCalls' : 'calls',
        path,
        name: `${title} ${file.phone.replaceAll('*', '-')}.html`,
        mime: 'text/html; charset=utf-8',
        bytes: bytes.length,
      },
    };
  };
