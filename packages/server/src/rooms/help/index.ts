import type { UnscopedDb } from '../../platform/db/index.ts';
import type { Front } from '../../platform/http/index.ts';
import { bindArticles } from './articles.routes.ts';
import { bindTexts } from './texts.routes.ts';

export { articleRestored, listOnline } from './articles.routes.ts';
export { insertArticle } from './articles.store.ts';
export { latestText, publishText, saveUpdate, type UpdateEntry } from './texts.store.ts';

/** What the platform says to everybody: help articles, update log, agreement and commitment. */
export const bindHelp = (front: Front, unscopedDb: UnscopedDb): void => {
  bindArticles(front, unscopedDb);
  bindTexts(front, unscopedDb);
};
