import type { FileStore } from '../../platform/files.ts';
import type { Front } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { bindPlanFiles } from './files.routes.ts';
import { bindVersions } from './publishing.routes.ts';
import { bindQuestionSheets } from './question-sheet.routes.ts';

export { hearAnewJob } from './hear-anew.job.ts';

interface PublishingParts {
  readonly push: PushSender;
  readonly files: FileStore;
}

/** Versions of plans, plans as files, their questions as sheets. */
export const bindPublishing = (front: Front, { push, files }: PublishingParts): void => {
  bindVersions(front, push, files.spaceFor);
  bindPlanFiles(front, files, push);
  bindQuestionSheets(front, files);
};
