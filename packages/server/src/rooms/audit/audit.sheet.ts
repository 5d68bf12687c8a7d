import { auditEndpoints, languages } from '@lianxian/contract';
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

const COUNTED = 2_000_000;

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
