import { expect, test } from 'vitest';
import { loadedWith } from '../src/architecture/loading.ts';
import { readSources } from '../src/architecture/sources.ts';

const sources = readSources();
const web = (file: string) => `packages/web/src/${file}`;
const start = loadedWith(sources, web('main.tsx'));

test('what tells of an outage comes with the start, never after it', () => {
  expect([...start]).toEqual(
    expect.arrayContaining([web('ui/toasts.tsx'), web('ui/toasts.css'), web('app/bare-pages.tsx')]),
  );
  const shell = loadedWith(sources, web('app/shell.tsx'));
  expect([...shell]).toEqual(expect.arrayContaining([web('app/panes/pane-fault.tsx'), web('app/bare-pages.tsx')]));
});

test('the login is loaded without the kit of widgets, the router and the library of words', () => {
  const login = [...start, ...loadedWith(sources, web('app/login-route.tsx'))];
  expect(login).toContain(web('features/login/login-form.tsx'));
  const libraries = new Set(login.filter(name => !/^packages\/|\.css$|^@lianxian\//.test(name)));
  expect([...libraries].sort()).toEqual(['lucide-react', 'react', 'react-dom/client']);
});

test('imports of types and those that come later load nothing', () => {
  const source = (path: string, text: string) => ({ path, text, lines: 1, imports: [] });
  const loaded = loadedWith(
    [
      source(
        'a.ts',
        "import type { B } from './b.ts';\nimport './c.ts';\nconst d = () => import('./d.ts');\nimport { e } from 'e';",
      ),
    ],
    'a.ts',
  );
  expect([...loaded]).toEqual(['a.ts', 'c.ts', 'e']);
});
