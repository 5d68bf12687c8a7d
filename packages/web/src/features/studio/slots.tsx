import { slot } from './frame/slot.ts';

/** What one may see of a plan, each view when it is first looked at. */
export const Graph = slot(() => import('./graph-view.tsx').then(file => file.GraphView));
export const KnowledgePage = slot(
  () => import('./knowledge/knowledge-page.tsx').then(file => file.KnowledgePage),
  'inspector',
);
export const IntentsPage = slot(() => import('./intents/intents-page.tsx').then(file => file.IntentsPage), 'inspector');
export const LevelsPage = slot(() => import('./levels/levels-page.tsx').then(file => file.LevelsPage), 'learning');
export const GuidePage = slot(() => import('./guide/guide-page.tsx').then(file => file.GuidePage), 'guide');
export const TestsPage = slot(() => import('./tests/tests-page.tsx').then(file => file.TestsPage), 'talk');
export const Teleprompter = slot(
  () => import('./voices/teleprompter.tsx').then(file => file.Teleprompter),
  'voices',
  'audio',
);
export const VersionsPage = slot(
  () => import('./versions/versions-page.tsx').then(file => file.VersionsPage),
  'versions',
);
export const SettingsPage = slot(
  () => import('./settings/settings-page.tsx').then(file => file.SettingsPage),
  'inspector',
  'faults',
);
/** Somebody else has saved meanwhile. */
export const TakenNote = slot(() => import('./head/taken-note.tsx').then(file => file.TakenNote), 'versions');
