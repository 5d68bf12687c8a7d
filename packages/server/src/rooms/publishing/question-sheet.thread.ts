/** The thread in which a sheet of questions is read: what a workbook unpacks to is not ours to say. */
import type { QuestionSheet } from '@lianxian/contract';
import { serveBench } from '../../platform/bench-thread.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { openSheet } from '../../platform/sheets/index.ts';
import { openQuestionReader } from './question-sheet.policy.ts';

serveBench<string>(async (path): Promise<QuestionSheet> => {
  const { sheets, rows } = await openSheet(path);
  const reader = openQuestionReader();
  for await (const block of rows) if (!reader.take(block)) break;
  const read = reader.end();
  if (read.list.length + read.leftOut.length === 0) throw refuse('sheetEmpty');
  return { sheets: [...sheets], ...read };
});
