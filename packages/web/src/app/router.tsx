import { type ComponentType, useState } from 'react';
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  type RouteObject,
  RouterProvider,
  redirect,
  useNavigate,
} from 'react-router';
import { whenSignedOut } from '../api/wire.ts';
import { branding } from '../session/branding.ts';
import { readToken } from '../session/token.ts';
import { Abandoned } from './abandoned.tsx';
import { Broken, Loading } from './bare-pages.tsx';
import { page, plainPage } from './chunk.ts';
import { guard } from './guard.ts';
import { type PageName, type RouteRow, routes } from './routes.ts';

const loadShell = () => import('./shell.tsx').then(file => file.Shell);
const loadHome = () => import('./home-route.tsx').then(file => file.HomeRoute);

/** What comes after signing in, fetched while one types. */
export const fetchShell = () => {
  for (const load of [loadShell, loadHome]) load().catch(() => undefined);
};

const LoginRoute = plainPage(() => import('./login-route.tsx').then(file => file.LoginRoute));
const Login = () => {
  const navigate = useNavigate();
  return <LoginRoute onTyping={fetchShell} onSignedIn={() => void navigate('/home', { replace: true })} />;
};
const Shell = page(loadShell);
const NotFound = page(() => import('./error-pages.tsx').then(file => file.NotFound));
const pages: Readonly<Record<PageName, ComponentType>> = {
  login: Login,
  home: page(loadHome),
  tasks: page(() => import('./tasks-route.tsx').then(file => file.TasksRoute), 'tasks', 'week'),
  taskBoard: page(() => import('./task-board-route.tsx').then(file => file.TaskBoardRoute), 'tasks', 'week'),
  callLog: page(() => import('./call-log-route.tsx').then(file => file.CallLogRoute), 'callLog'),
  callRecord: page(() => import('../features/call-record/call-record-page.tsx').then(file => file.CallRecordPage)),
  port: page(() => import('./port-route.tsx').then(file => file.PortRoute), 'lines', 'week'),
  monitor: page(() => import('./monitor-route.tsx').then(file => file.MonitorRoute), 'monitor', 'lines'),
  connectLine: page(() => import('./connect-line-route.tsx').then(file => file.ConnectLineRoute), 'lines'),
  unauthorized: page(() => import('./error-pages.tsx').then(file => file.Unauthorized)),
  serverError: page(() => import('./error-pages.tsx').then(file => file.ServerError)),
};

/** Loaders are the guards: a page's chunk is fetched only after its navigation is allowed. */
const guarded =
  (row: RouteRow) =>
  async (_: LoaderFunctionArgs): Promise<{ abandoned: boolean }> => {
    const visit = { token: readToken() !== null, loginTheme: (await branding()).loginTheme, user: null };
    let decision = guard(row, visit);
    if (decision.go === 'ask') {
      const { askVisitor } = await import('../session/visitor.ts');
      decision = guard(row, { ...visit, user: await askVisitor() });
    }
    if (decision.go === 'to') throw redirect(decision.path);
    return { abandoned: decision.go === 'nowhere' };
  };

const routeOf = (row: RouteRow): RouteObject => ({
  path: row.path,
  id: row.name,
  // `/login` and `/Login` differ by case alone.
  caseSensitive: true,
  loader: guarded(row),
  Component: row.page ? pages[row.page] : row.frame === 'shell' ? NotFound : Abandoned,
  errorElement: <Broken />,
});

const inFrame = (frame: RouteRow['frame']) => routes.filter(row => row.frame === frame).map(routeOf);

const startRouter = () => {
  const router = createBrowserRouter([
    { index: true, path: '/', loader: () => redirect('/home'), HydrateFallback: Loading },
    {
      HydrateFallback: Loading,
      errorElement: <Broken />,
      children: [{ Component: Shell, children: inFrame('shell') }, ...inFrame('bare')],
    },
  ]);
  whenSignedOut(() => void router.navigate('/home'));
  return router;
};

/** The pages behind the login; sign-out and 103 lead back to it by the same guard. */
export const RoutedPages = () => {
  const [router] = useState(startRouter);
  return <RouterProvider router={router} />;
};
