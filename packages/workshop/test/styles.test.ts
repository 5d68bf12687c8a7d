import { expect, test } from 'vitest';
import { readSheets, readSources } from '../src/architecture/sources.ts';
import {
  borrowedClasses,
  farSelectors,
  idleClasses,
  rawSizes,
  type Sheet,
  strayClasses,
} from '../src/architecture/styles.ts';

const sheets = readSheets();
const sources = readSources();

/** Sizes that follow from something drawn there, and from no scale. The list may only shrink. */
const drawn: readonly string[] = [
  'app/palette/palette.css .palette { margin: 96px auto auto }',
  'features/call-record/call-record.css .call-record-playhead { margin-left: -1px }',
  'features/login/login.css .login .login-slogan strong { line-height: 50px }',
  'features/login/login.css .login-patch-field .login-words { line-height: 21px }',
  'features/security/security.css .security-dialog .security-bind-code { line-height: 50px }',
  'features/studio/canvas/canvas.css .canvas-node p { line-height: 19px }',
  'features/studio/canvas/canvas.css .canvas-node p { margin: 9px var(--s10) var(--s8) }',
  'features/studio/guide/guide.css .guide-card ul { margin: var(--s8) 0 0 18px }',
  'line/ladder/ladder.css .ladder-ends { margin: 0 92px var(--s4) 64px }',
  'line/ladder/ladder.css .ladder-rung .hint { margin: var(--s4) 0 var(--s8) 64px }',
  'line/ladder/ladder.css .ladder-rung .ladder-text { margin: var(--s4) 0 var(--s8) 64px }',
  'ui/input.css .input { font: var(--t13) / 21px var(--fonts) }',
  'features/call-log/call-log.css .call-log .view-tabs { padding-right: 112px }',
  'features/configured/configured.css .configured-setting-save { padding: var(--s20) 0 0 292px }',
  'features/login/login.css .login .login-side { padding: var(--s28) 64px }',
  'features/login/login.css .login .login-story { padding: var(--s40) 48px }',
  'features/studio/canvas/canvas.css .canvas-node-head { border-radius: calc(var(--r8) - 1px) calc(var(--r8) - 1px) 0 0 }',
  'features/studio/inspector/field.css .field-keep-row { padding: var(--s6) 30px var(--s6) var(--s8) }',
  'features/studio/inspector/field.css .field-sentence-box > * { padding: var(--s8) 60px var(--s8) var(--s10) }',
  'features/studio/versions/versions.css .versions-gate ul { padding: var(--s6) 0 0 23px }',
  'features/updates/updates.css .updates { padding: var(--s20) max(var(--s20), 100% - 840px) var(--s40) var(--s20) }',
  'line/jack-cells.css .jack-cells { gap: 3px 2.5px }',
  'line/jack-cells.css .jack-cells.is-tall { gap: 3px 2.5px }',
  'ui/figures.css .minute-bars > div { gap: 1px }',
  'ui/figures.css .minute-bars { gap: 1px }',
  'ui/plain-choice.css .plain-choice { padding: 0 24px 0 var(--s8) }',
  'ui/plain-select.css select.plain-select { padding-right: 24px }',
];

test('space, radius, type and heights of lines are written in pixels only where the scales are', () => {
  expect(rawSizes(sheets).sort()).toEqual([...drawn].sort());
});

test('a class begins with the name of its feature, and means one thing', () => {
  expect(strayClasses(sheets)).toEqual([]);
});

test('a sheet that stays changes no other page: each of its selectors names a class of its own', () => {
  expect(farSelectors(sheets)).toEqual([]);
});

test('no feature wears the classes of another', () => {
  expect(borrowedClasses(sheets, sources)).toEqual([]);
});

test('every class has a user', () => {
  expect(idleClasses(sheets, sources)).toEqual([]);
});

const sheet = (path: string, text: string): Sheet => ({ path, text });
const source = (path: string, text: string) => ({ path: `packages/web/src/${path}`, text, lines: 1, imports: [] });

test('sizes are read within conditions and lists', () => {
  const text =
    '.a,\n.b {\n  font: 600 14px / 22px serif;\n}\n@media (width > 9px) {\n  .a { gap: var(--s4) 3px; margin: 3px; }\n}';
  expect(rawSizes([sheet('features/a/a.css', text)])).toEqual([
    'features/a/a.css .a, .b { font: 600 14px / 22px serif }',
    'features/a/a.css .a { gap: var(--s4) 3px }',
    'features/a/a.css .a { margin: 3px }',
  ]);
  expect(rawSizes([sheet('ui/theme/tokens.css', text)])).toEqual([]);
  expect(rawSizes([sheet('a.css', '.a { font: var(--t12) / var(--l18) serif; }')])).toEqual([]);
});

test('a name is complained of where it is nobody’s, or of two', () => {
  const button = sheet('ui/button.css', '.button { color: red; }');
  expect(
    strayClasses([button, sheet('features/tasks/board/board.css', '.board .button.is-on { color: red; }')]),
  ).toEqual([]);
  expect(strayClasses([sheet('features/tasks/tasks.css', '.row { color: red; }')])).toEqual([
    'features/tasks/tasks.css: .row begins with the name neither of its sheet nor of a folder of it',
  ]);
  const boards = ['features/tasks/board.css', 'features/studio/board.css'].map(path =>
    sheet(path, '.board { top: 0; }'),
  );
  expect(strayClasses(boards)).toEqual(['.board means two things: features/tasks, features/studio']);
});

test('a selector is far where it names nothing of its sheet, within conditions, lists and choices too', () => {
  const farOf = (text: string) =>
    farSelectors([
      sheet('ui/figures.css', '.kpi { top: 0; } .calls-part { top: 0; }'),
      sheet('features/calls/board.css', text),
    ]).map(complaint => complaint.replace(/^features\/calls\/board\.css: (.*) names no class of its own$/, '$1'));
  expect(farOf('.drawer  small { top: 0; } .board-head, dl { top: 0; }')).toEqual(['.drawer small', 'dl']);
  expect(farOf('@media (width > 9px) { @container (width < 9px) { .kpi b { top: 0; } } }')).toEqual(['.kpi b']);
  expect(farOf(':is(.board, .drawer) b { top: 0; } .kpi:not(.board, :has(.calls)) { top: 0; }')).toEqual([
    '.drawer b',
    '.kpi',
  ]);
  expect(farOf('.is-callee { top: 0; } .kpi.is-over { top: 0; } .boards { top: 0; } .calls-part { top: 0; }')).toEqual([
    '.is-callee',
    '.kpi.is-over',
    '.boards',
    '.calls-part',
  ]);
  expect(farOf(':where(.calls) .kpi:nth-child(2n), body:has(.board-side) { top: 0; }')).toEqual([]);
  expect(farOf(':root { top: 0; } @keyframes in { from { top: 0; } 62.5%, to { top: 0; } }')).toEqual([]);
  for (const path of ['ui/drawer.css', 'app/shell.css'])
    expect(farSelectors([sheet(path, '.drawer small { top: 0; }')])).toEqual([]);
  expect(
    farSelectors([sheet('line/ladder/ladder.css', '.drawer time { top: 0; } .ladder-rung time { top: 0; }')]),
  ).toEqual(['line/ladder/ladder.css: .drawer time names no class of its own']);
});

test('who wears a class is read from what is said to elements', () => {
  const sheets = [sheet('features/home/home.css', '.home { top: 0; } .home-side { top: 0; }')];
  const files = [
    source('features/home/page.tsx', 'export const Page = () => <div className={`home is-` + wide} />;'),
    source(
      'features/tasks/page.tsx',
      "export const Page = () => <a title='home' className={open ? 'home-side' : ''} />;",
    ),
  ];
  expect(idleClasses(sheets, files)).toEqual(['.home-side has no user']);
  expect(borrowedClasses(sheets, files)).toEqual([
    'packages/web/src/features/tasks/page.tsx wears .home-side of features/home',
  ]);
});
