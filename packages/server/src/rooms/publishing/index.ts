import type { FileStore } from '../../platform/files.ts';
import type { Front } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { bindAdjusting } from './adjust.routes.ts';
import { bindVersions } from './publishing.routes.ts';
import { bindQuestionSheets } from './question-sheet.routes.ts';

export { handsOver } from './gates.ts';
export { hearAnewJob } from './hear-anew.job.ts';
export { peopleOf } from './people.store.ts';
export { insertFirstVersion, readDraft, readVersion } from './publish.ts';

interface PublishingParts {
  readonly push: PushSender;
  readonly files: FileStore;
}

/** Versions of plans, their questions as sheets. */
export const bindPublishing = (front: Front, { push, files }: PublishingParts): void => {
  bindVersions(front, push, files.spaceFor);
  bindAdjusting(front, push, files.spaceFor);
  bindQuestionSheets(front, files);
};
