import { slot } from './slot.ts';

export const TalkPanel = slot(() => import('./talk/talk-panel.tsx').then(file => file.TalkPanel), 'talk');
export const TestsPage = slot(() => import('./tests/tests-page.tsx').then(file => file.TestsPage), 'talk');
export const LevelsPage = slot(() => import('./levels/levels-page.tsx').then(file => file.LevelsPage), 'learning');
export const HeatPanel = slot(() => import('./heat/heat-panel.tsx').then(file => file.HeatPanel), 'learning');
/** On the canvas in heat mode: range, version, what the tints mean. It sets `heat` of the draft. */
export const HeatLegend = slot(() => import('./heat/heat-legend.tsx').then(file => file.HeatLegend), 'learning');
export const NotUnderstood = slot(
  () => import('./learning/not-understood.tsx').then(file => file.NotUnderstood),
  'learning',
);
export const SentenceVoice = slot(
  () => import('./voices/sentence-voice.tsx').then(file => file.SentenceVoice),
  'voices',
);
export const Teleprompter = slot(() => import('./voices/teleprompter.tsx').then(file => file.Teleprompter), 'voices');
export const GuidePage = slot(() => import('./guide/guide-page.tsx').then(file => file.GuidePage), 'guide');
export const VersionsPage = slot(
  () => import('./versions/versions-page.tsx').then(file => file.VersionsPage),
  'versions',
);
export const PublishDialog = slot(
  () => import('./versions/publish-dialog.tsx').then(file => file.PublishDialog),
  'versions',
);

export const FlowMenu = slot(() => import('./head/flow-menu.tsx').then(file => file.FlowMenu));
export const TakenNote = slot(() => import('./head/taken-note.tsx').then(file => file.TakenNote));
export const SearchBox = slot(() => import('./search/search-box.tsx').then(file => file.SearchBox));
