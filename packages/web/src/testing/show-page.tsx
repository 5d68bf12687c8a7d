import axe from 'axe-core';
import { expect, onTestFinished } from 'vitest';
import { render } from 'vitest-browser-react';
import { dropToken, keepToken, takeCarriedToken, takePreview } from '../api/token.ts';
import { showBrand } from '../app/brand.ts';
import { comesWithToken, Start, startsAtLogin } from '../app/start.tsx';
import { brandingAgain } from '../session/branding.ts';
import { forgetCurrentUser } from '../session/current-user.ts';
import { type Language, startWords } from '../text/first-words.ts';
import { closeToast, toastStore } from '../ui/toast.ts';
import { Toasts } from '../ui/toasts.tsx';
import '../ui/ground.css';
import '../ui/theme/appearance.ts';
import { listenForComplaints } from './no-complaints.ts';

export type Screen = Awaited<ReturnType<typeof render>>;

/** The dev server transforms what a file opens first, which takes long on a busy machine. */
const firstOpeningMs = 60_000;
/** The page's chunk is there and shows something of its own: a login, a page without a frame, a pane, or what comes before any. */
const hasCome = () =>
  document.querySelector(
    '.login, .bare:not([aria-busy]), .mpbind, .shell-pane, .security-dialog, .studio-open, .sip-page',
  ) !== null && document.querySelector('.bare[aria-busy], .shell-pane > .skeleton') === null;

/** What most pages stand in, and what signing in leads to: there before a test counts seconds. */
const frame = () =>
  Promise.all([import('../app/router.tsx'), import('../app/shell.tsx'), import('../app/home-route.tsx')]);

const mostTold = 2_000;

interface Visit {
  /** Of who is signed in; null: nobody is. */
  readonly token: string | null;
  /** What the session storage has from before a reload. */
  readonly kept?: Readonly<Record<string, string>>;
  /** What the browser's local storage has from an earlier visit. */
  readonly stored?: Readonly<Record<string, string>>;
  /** What was chosen in an earlier visit. */
  readonly language?: Language;
  /** Puts what answers the page under it; the answer takes it away. */
  readonly install: () => () => void;
}

let closeLast = async (): Promise<void> => undefined;

const forgetKept = (prefix: string): void => {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
};

/** Shows the app at a path as a browser would. A page that complains on the console fails. */
export const showPage = async (
  path: string,
  { token, kept = {}, stored = {}, language = 'zh-CN', install }: Visit,
): Promise<Screen> => {
  await closeLast();
  const stopListening = listenForComplaints();
  const uninstall = install();
  localStorage.clear();
  // What was said on the page before.
  for (const { id } of toastStore.read()) closeToast(id);
  if (language !== 'zh-CN') localStorage.setItem('lx.language', language);
  // What a page keeps over a reload stays: opening twice in a test is a reload. The tabs begin anew.
  forgetKept('lx.tabs.');
  dropToken();
  for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, value);
  takePreview();
  forgetCurrentUser();
  if (token !== null) keepToken(token);
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  history.replaceState(null, '', path);
  if (comesWithToken(location.pathname)) takeCarriedToken();
  const [brand] = await Promise.all([brandingAgain(), frame()]);
  await startWords(brand.languageSwitch);
  showBrand(brand);
  const screen = await render(
    <>
      <Start loginPath={startsAtLogin(location.pathname, brand.loginTheme)} />
      <Toasts />
    </>,
  );
  closeLast = async () => {
    closeLast = async () => undefined;
    dropToken();
    await screen.unmount();
    forgetCurrentUser();
    uninstall();
    stopListening();
  };
  onTestFinished(async ({ task }) => {
    const failed = task.result?.state === 'fail';
    const names = [...document.querySelectorAll('[aria-label]')].map(each => each.getAttribute('aria-label'));
    const told = `${document.body.textContent.slice(0, mostTold)}\nnamed: ${names.join(' · ').slice(0, mostTold)}`;
    const stood = failed ? `${location.href} showed: ${told}` : '';
    await closeLast();
    forgetKept('lx.unsaved.');
    // A step that fails says what it did not find; what was there instead says why.
    if (failed) throw new Error(stood);
  });
  await expect.poll(hasCome, { timeout: firstOpeningMs }).toBe(true);
  return screen;
};

/** What axe finds wrong on the page, one line each; none is the aim. */
export const accessFaults = async (): Promise<string[]> => {
  const { violations } = await axe.run(document, { resultTypes: ['violations'] });
  return violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 160)}`));
};
