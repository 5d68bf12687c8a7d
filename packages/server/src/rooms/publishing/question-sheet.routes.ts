import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fill, planEndpoints, type QuestionSheet, questionSheetWords } from '@lianxian/contract';
import type { FileStore } from '../../platform/files.ts';
import { bind, bindUpload, type Front, type SignedInContext } from '../../platform/http/index.ts';
import { writeXlsx } from '../../platform/sheets/index.ts';
import { later } from '../../platform/time.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { insertFile } from '../files/index.ts';
import { readDraft } from './publish.ts';
import { questionRows } from './question-sheet.policy.ts';

/** A file that was not fetched is made again. */
const KEPT_MS = 86_400_000;
const MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const WIDTHS = [20, 40, 20, 60] as const;
const reading = new URL('./question-sheet.thread.ts', import.meta.url);

/** The questions of a draft as a workbook that can be fetched for a day. */
const exportQuestions = async (id: string, context: SignedInContext, files: FileStore) => {
  const { db, session, at, locale } = context;
  const { name: plan, graph } = await readDraft(db, id);
  const { head, rows } = questionRows(graph.knowledge, locale);
  const path = join('plans', db.merchantId, `${randomUUID()}.xlsx`);
  const name = `${fill(questionSheetWords.file, locale, { plan })}.xlsx`;
  // Each row repeats what its question is called, packed it is less than the plan.
  const room = Buffer.byteLength(JSON.stringify(graph.knowledge));
  const file = await files.spaceFor(db, room, async () => {
    const bytes = await writeXlsx({
      path: await files.placeFor(path),
      name: questionSheetWords.sheet[locale],
      head,
      columns: WIDTHS.map(width => ({ width })),
      rows,
    });
    return db.transaction(async tx => {
      await recordAudit(tx, { action: 'plan.export', target: id, name: plan }, auditBy(context));
      const row = { kind: 'plan', path, name, mime: MIME, bytes } as const;
      return insertFile(tx, { ...row, createdBy: session.employeeId, purgeAt: later(at, KEPT_MS) });
    });
  });
  return { fileId: file.key, name };
};

/** Questions and answers as a sheet: read, to be taken by who edits the draft, and written. */
export const bindQuestionSheets = (front: Front, files: FileStore): void => {
  bind(front, planEndpoints.exportQuestions, ({ id }, context) => exportQuestions(id, context, files));

  bindUpload(
    front,
    planEndpoints.readQuestions,
    {
      files,
      pathFor: ({ session }, extension) => join('uploads', session.merchantId, `${randomUUID()}.${extension}`),
    },
    async ({ path }, { bench }) => {
      const sheet = await bench.run<QuestionSheet>(reading, files.pathOf(path));
      await files.remove(path);
      return sheet;
    },
  );
};
