import { type ComponentType, lazy } from 'react';
import { type PageWords, wordsOf } from '../../text/words.ts';

/**
 * Parts of the studio that come when they are first shown, each with its words. All read the draft by `useDraft`; ids
 * and the few things they may ask of the page come as props.
 */
const slot = <Props extends object>(load: () => Promise<ComponentType<Props>>, ...words: PageWords[]) =>
  lazy(async () => {
    const [part] = await Promise.all([load(), wordsOf(...words)]);
    return { default: part };
  });

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

export const Graph = slot(() => import('./graph-view.tsx').then(file => file.GraphView));
export const Inspector = slot(() => import('./inspector/inspector.tsx').then(file => file.Inspector), 'inspector');
export const KnowledgePage = slot(
  () => import('./knowledge/knowledge-page.tsx').then(file => file.KnowledgePage),
  'inspector',
);
export const IntentsPage = slot(() => import('./intents/intents-page.tsx').then(file => file.IntentsPage), 'inspector');
export const SettingsPage = slot(
  () => import('./settings/settings-page.tsx').then(file => file.SettingsPage),
  'inspector',
);
export const TakenNote = slot(() => import('./head/taken-note.tsx').then(file => file.TakenNote));
export const SearchBox = slot(() => import('./search/search-box.tsx').then(file => file.SearchBox));
