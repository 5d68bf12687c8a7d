import { beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { dropToken, takePreview } from '../api/token.ts';
import { switchKeys } from '../app/shortcuts.ts';
import { startWords } from '../text/first-words.ts';
import { appearance } from '../ui/theme/appearance.ts';

/** The page is the one of the file before, which may have left who was signed in, its language, its look, its window or a component. */
// Before anything is cleared: who loses the sign-in under a page that still stands is led to the login, with where they were.
await cleanup();
switchKeys(true);
appearance.choose('auto');
appearance.chooseSize(14);
localStorage.clear();
sessionStorage.clear();
// It lives by no token of an address, and by no cookie.
takePreview();
dropToken();
await startWords();
await page.viewport(1440, 900);
beforeEach(cleanup);
