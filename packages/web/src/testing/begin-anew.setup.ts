import { beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { switchKeys } from '../app/shortcuts.ts';
import { startWords } from '../text/first-words.ts';
import { appearance } from '../ui/theme/appearance.ts';

/** The page is the one of the file before, which may have left its language, its look, its window or a component. */
switchKeys(true);
appearance.choose('auto');
appearance.chooseSize(14);
localStorage.clear();
sessionStorage.clear();
await startWords();
await page.viewport(1440, 900);
beforeEach(cleanup);
