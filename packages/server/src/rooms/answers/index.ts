import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { readBefore } from './answers.store.ts';

export { answerSheetWork, EXPORT_ANSWERS } from './answers.batch.ts';
export { bindAnswers } from './answers.routes.ts';
export { listQuestions } from './answers.store.ts';

/** Transcripts whose answers become rows in one transaction. */
const PORTION = 500;

/** The job `answersBefore`: what was collected before answers were rows; it goes on where it was ended. */
export const answersBeforeJob = (db: UnscopedDb): Jobs => ({
  answersBefore: async (_, signal) => {
    while ((await readBefore(db, PORTION)) && !signal.aborted);
  },
});
