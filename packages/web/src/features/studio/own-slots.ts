import { slot } from './slot.ts';

/** The studio’s own views; apart from `slots`, which these use themselves. */
export const Graph = slot(() => import('./graph-view.tsx').then(file => file.GraphView));
export const KnowledgePage = slot(
  () => import('./knowledge/knowledge-page.tsx').then(file => file.KnowledgePage),
  'inspector',
);
export const IntentsPage = slot(() => import('./intents/intents-page.tsx').then(file => file.IntentsPage), 'inspector');
export const SettingsPage = slot(
  () => import('./settings/settings-page.tsx').then(file => file.SettingsPage),
  'inspector',
);
