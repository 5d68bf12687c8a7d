import { auditEndpoints, languages, stored } from '@lianxian/contract';
import { z } from 'zod';
import type { MerchantDb } from '../../platform/db/index.ts';
import { countAudit, readAuditChunk } from './audit.store.ts';
import { auditSheetRow } from './audit.view.ts';
import { auditSheetWords } from './audit.words.ts';

/** Which work of the batches carries it out. */
export const EXPORT_AUDIT = 'exportAudit';

const wish = z.object({
  filter: auditEndpoints.export.input,
  seesPhones: z.boolean(),
  language: z.enum(languages),
});
export type AuditWish = z.infer<typeof wish>;

/** Beyond so many it is said that there are more. */
export const COUNTED = 2_000_000;

export const auditBatch = (input: AuditWish) =>
  ({ kind: EXPORT_AUDIT, title: stored(['auditSheet']), type: 1, input }) as const;

/** Starts a batch of room batches, which stands above this one; its id. */
export type StartExport = (
  tx: MerchantDb,
  batch: {
    readonly kind: string;
    readonly title: string;
    readonly type: 1;
    readonly input: AuditWish;
    readonly createdBy: string;
  },
) => Promise<string>;

/** Begins one that waited for a second person's word. */
export const startWaitedAudit =
  (start: StartExport) =>
  (tx: MerchantDb, createdBy: string, input: unknown): Promise<string> =>
    start(tx, { ...auditBatch(wish.parse(input)), createdBy });

/** The audit as the lines of a sheet, for who writes it as a batch. `input`: an {@link AuditWish}. */
export const auditSheet = async (db: MerchantDb, input: unknown) => {
  const { filter, seesPhones, language } = wish.parse(input);
  return {
    kind: 'audit' as const,
    ...auditSheetWords[language],
    total: await countAudit(db, filter, COUNTED),
    read: async (after: string | null, limit: number) => {
      const rows = await readAuditChunk(db, filter, after, limit);
      return {
        lines: rows.map(row => auditSheetRow(row, { language, seesPhones })),
        after: rows.length < limit ? null : (rows.at(-1)?.cursor ?? null),
      };
    },
  };
};
