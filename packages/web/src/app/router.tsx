import { type ComponentType, useLayoutEffect, useState } from 'react';
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  type RouteObject,
  RouterProvider,
  redirect,
  useNavigate,
} from 'react-router';
import { isCarried, isPreview, readToken } from '../api/token.ts';
import { whenSignedOut } from '../api/wire.ts';
import { branding } from '../session/branding.ts';
import { askCurrentUser } from '../session/current-user.ts';
import { plainPage } from '../ui/chunk.ts';
import { followToastsWith } from '../ui/toast.ts';
import { Bare } from './bare.tsx';
import { Broken, Loading } from './bare-pages.tsx';
import { takeOwnBrand } from './brand.ts';
import { keepNext, takeNext } from './next-place.ts';
import { page } from './page.ts';
import { followWith, leftFrame, visited } from './panes/use-tabs.ts';
import { previewOver, usePreviewOver } from './preview.ts';
import { PreviewOver } from './preview-over.tsx';
import { type PageName, type RouteRow, routeNamed, routes } from './routes.ts';
import { whereTo } from './where-to.ts';

const loadShell = () => import('./shell.tsx').then(file => file.Shell);
const loadHome = () => import('./home-route.tsx').then(file => file.HomeRoute);

/** What comes after signing in, fetched while one types. */
export const fetchShell = () => {
  for (const load of [loadShell, loadHome]) load().catch(() => undefined);
};

const LoginRoute = plainPage(() => import('./login-route.tsx').then(file => file.LoginRoute));
const Login = () => {
  const navigate = useNavigate();
  const enter = () => {
    void takeOwnBrand();
    void navigate(takeNext() ?? '/home', { replace: true });
  };
  return <LoginRoute onTyping={fetchShell} onSignedIn={enter} />;
};
const Shell = page(loadShell, 'frame');
const pages: Readonly<Record<PageName, ComponentType>> = {
  login: Login,
  home: page(loadHome, 'home'),
  tasks: page(
    () => import('./tasks-route.tsx').then(file => file.TasksRoute),
    'tasks',
    'rules',
    'lines',
    'week',
    'parts',
  ),
  taskBoard: page(
    () => import('./task-board-route.tsx').then(file => file.TaskBoardRoute),
    'tasks',
    'live',
    'decisions',
    'lines',
    'week',
    'parts',
  ),
  live: page(() => import('./live-route.tsx').then(file => file.LiveRoute), 'live', 'parts'),
  callLog: page(() => import('./call-log-route.tsx').then(file => file.CallLogRoute), 'callLog', 'messages', 'parts'),
  followUp: page(() => import('./follow-up-route.tsx').then(file => file.FollowUpRoute), 'followUp'),
  todos: page(() => import('../features/todos/todos-page.tsx').then(file => file.TodosPage), 'todos', 'parts'),
  callRecord: page(() => import('../features/call-record/call-record-page.tsx').then(file => file.CallRecordPage)),
  decisions: page(
    () => import('../features/decisions/decisions-page.tsx').then(file => file.DecisionsPage),
    'decisions',
    'parts',
  ),
  numberFile: page(
    () => import('../features/number-file/number-file-page.tsx').then(file => file.NumberFilePage),
    'decisions',
    'parts',
  ),
  planQuality: page(
    () => import('../features/stats/quality-page.tsx').then(file => file.QualityPage),
    'stats',
    'parts',
  ),
  levelStatistics: page(
    () => import('../features/stats/levels-page.tsx').then(file => file.LevelsPage),
    'stats',
    'parts',
  ),
  collection: page(
    () => import('../features/stats/collection-page.tsx').then(file => file.CollectionPage),
    'stats',
    'parts',
  ),
  portStat: page(() => import('../features/stats/ports-page.tsx').then(file => file.PortsPage), 'stats', 'parts'),
  number: page(
    () => import('./number-route.tsx').then(file => file.NumberRoute),
    'number',
    'customer',
    'callLog',
    'messages',
    'parts',
  ),
  port: page(() => import('./port-route.tsx').then(file => file.PortRoute), 'lines', 'week', 'parts'),
  monitor: page(() => import('./monitor-route.tsx').then(file => file.MonitorRoute), 'monitor', 'lines'),
  connectLine: page(() => import('./connect-line-route.tsx').then(file => file.ConnectLineRoute), 'lines'),
  platformRules: page(
    () => import('../features/rules/platform-rules-page.tsx').then(file => file.PlatformRulesPage),
    'rules',
  ),
  security: page(
    () => import('../features/security/security-page.tsx').then(file => file.SecurityPage),
    'security',
    'securityPage',
  ),
  settings: page(() => import('./settings/settings-page.tsx').then(file => file.SettingsPage), 'configured', 'parts'),
  configured: page(
    () => import('./configured-route.tsx').then(file => file.ConfiguredRoute),
    'configured',
    'configuredPage',
    'rules',
    'week',
  ),
  speech: page(
    () => import('../features/speech/speech-page.tsx').then(file => file.SpeechPage),
    'speech',
    'configured',
  ),
  webhooks: page(() => import('../features/webhooks/webhooks-page.tsx').then(file => file.WebhooksPage), 'webhooks'),
  afterCall: page(() => import('./after-call-route.tsx').then(file => file.AfterCallRoute), 'afterCall'),
  audit: page(() => import('../features/audit/audit-page.tsx').then(file => file.AuditPage), 'audit', 'parts'),
  sms: page(
    () => import('../features/sms/sms-page.tsx').then(file => file.SmsPage),
    'sms',
    'smsProviders',
    'sendSms',
    'parts',
  ),
  seats: page(() => import('../features/seats/seats-page.tsx').then(file => file.SeatsPage), 'seats', 'parts'),
  staff: page(() => import('../features/staff/staff-page.tsx').then(file => file.StaffPage), 'staff', 'parts'),
  keywords: page(() => import('../features/keywords/keywords-page.tsx').then(file => file.KeywordsPage), 'keywords'),
  library: page(() => import('../features/library/library-page.tsx').then(file => file.LibraryPage), 'voices', 'parts'),
  audio: page(
    () => import('../features/audio/audio-page.tsx').then(file => file.AudioPage),
    'audio',
    'voices',
    'parts',
  ),
  mpbind: plainPage(() => import('./mpbind-route.tsx').then(file => file.MpBindRoute)),
  help: page(() => import('../features/help/help-page.tsx').then(file => file.HelpPage), 'help'),
  updates: page(() => import('../features/updates/updates-page.tsx').then(file => file.UpdatesPage), 'help'),
  branding: page(() => import('./branding-route.tsx').then(file => file.BrandingRoute), 'branding'),
  notices: page(
    () => import('../features/notices/notices-page.tsx').then(file => file.NoticesPage),
    'editorial',
    'parts',
  ),
  articles: page(() => import('../features/articles/articles-page.tsx').then(file => file.ArticlesPage), 'editorial'),
  entries: page(
    () => import('../features/updates/entries-page.tsx').then(file => file.EntriesPage),
    'editorial',
    'parts',
  ),
  merchants: page(
    () => import('./merchants-route.tsx').then(file => file.MerchantsRoute),
    'merchants',
    'money',
    'parts',
  ),
  resellers: page(
    () => import('./merchants-route.tsx').then(file => file.ResellersRoute),
    'merchants',
    'money',
    'parts',
  ),
  lists: page(() => import('../features/lists/lists-page.tsx').then(file => file.ListsPage), 'lists', 'parts'),
  sharedLists: page(
    () => import('../features/lists/shared-lists-page.tsx').then(file => file.SharedListsPage),
    'lists',
    'parts',
  ),
  balance: page(() => import('../features/balance/balance-page.tsx').then(file => file.BalancePage), 'money', 'parts'),
  businessInfo: page(() => import('../features/business-info/info-page.tsx').then(file => file.InfoPage), 'money'),
  texts: page(() => import('../features/texts/texts-page.tsx').then(file => file.TextsPage), 'editorial'),
  planMarket: page(() => import('../features/market/market-page.tsx').then(file => file.MarketPage), 'market', 'parts'),
  planMarketList: page(
    () => import('../features/market/list-page.tsx').then(file => file.MarketListPage),
    'market',
    'parts',
  ),
  planMarketDetail: page(
    () => import('../features/market/detail/detail-page.tsx').then(file => file.DetailPage),
    'market',
    'parts',
  ),
  planReviews: page(
    () => import('../features/market/reviews/reviews-page.tsx').then(file => file.ReviewsPage),
    'market',
    'parts',
  ),
  plans: page(() => import('./plans-route.tsx').then(file => file.PlansRoute), 'plans', 'parts'),
  planEditor: page(() => import('./plan-editor-route.tsx').then(file => file.PlanEditorRoute), 'studio'),
  openPlan: page(() => import('./open-plan-route.tsx').then(file => file.OpenPlanRoute), 'studio'),
  openSip: page(() => import('./open-sip-route.tsx').then(file => file.OpenSipRoute), 'softphone'),
  notFound: page(() => import('./error-pages.tsx').then(file => file.NotFound)),
  unauthorized: page(() => import('./error-pages.tsx').then(file => file.Unauthorized)),
  serverError: page(() => import('./error-pages.tsx').then(file => file.ServerError)),
};

const pageOf = (name: string): ComponentType => pages[routeNamed(name).page];

/** The page that says no is told which one was wanted. */
const placeOf = (path: string, wanted: RouteRow): string =>
  path === routeNamed('error_401').path ? `${path}?page=${wanted.name}` : path;

/** Loaders say where one may go: a page's chunk is fetched only after its navigation is allowed. */
const allowed =
  (row: RouteRow) =>
  async (_: LoaderFunctionArgs): Promise<{ abandoned: boolean }> => {
    const visit = { token: readToken() !== null, loginTheme: (await branding()).loginTheme, user: null };
    let decision = whereTo(row, visit);
    if (decision.go === 'ask') decision = whereTo(row, { ...visit, user: await askCurrentUser() });
    if (decision.go === 'to') throw redirect(placeOf(decision.path, row));
    return { abandoned: decision.go === 'nowhere' };
  };

const routeOf = (row: RouteRow): RouteObject => ({
  path: row.path,
  id: row.name,
  // `/login` and `/Login` differ by case alone.
  caseSensitive: true,
  loader: allowed(row),
  // A page of the frame is shown by its pane, a bare one by the router.
  element: row.frame === 'shell' ? null : <Bare Shown={pages[row.page]} />,
});

const inFrame = (frame: RouteRow['frame']) => routes.filter(row => row.frame === frame).map(routeOf);

const makeRouter = () =>
  createBrowserRouter([
    { index: true, path: '/', loader: () => redirect('/home'), element: null, HydrateFallback: Loading },
    {
      HydrateFallback: Loading,
      errorElement: (
        <main>
          <Broken />
        </main>
      ),
      children: [{ element: <Shell pageOf={pageOf} />, children: inFrame('shell') }, ...inFrame('bare')],
    },
  ]);
type Router = ReturnType<typeof makeRouter>;

/** The tabs follow where the router went, once its loader has let one in. The answer stops. */
const follow = (router: Router): (() => void) => {
  let last: Router['state']['location'] | null = null;
  const look = ({ initialized, navigation, errors, location, matches, historyAction }: Router['state']) => {
    if (!initialized || navigation.state !== 'idle' || errors || location === last) return;
    last = location;
    const row = routeNamed(matches.at(-1)?.route.id ?? 'notFound');
    if (row.frame === 'bare') return leftFrame();
    const { pathname, search, hash, state } = location;
    visited({ pathname, search, hash }, row, state, historyAction === 'REPLACE');
  };
  look(router.state);
  const stop = router.subscribe(look);
  return () => {
    stop();
    leftFrame();
  };
};

const startRouter = (): Router => {
  const router = makeRouter();
  previewOver(false);
  followToastsWith(href => void router.navigate(href));
  followWith({ go: (href, state) => router.navigate(href, { state }), checkAgain: () => router.revalidate() });
  // A page that came with a token of its own stays where it is and says so; the others go home, and so to the login.
  whenSignedOut(() => {
    if (isPreview()) return previewOver();
    if (isCarried()) return void router.revalidate();
    const { pathname, search, hash } = router.state.location;
    keepNext(pathname + search + hash);
    void router.navigate('/home');
  });
  return router;
};

/** The pages behind the login; sign-out and 103 lead back to it by the same rules. */
export const RoutedPages = () => {
  const [router] = useState(startRouter);
  const isOver = usePreviewOver();
  useLayoutEffect(() => follow(router), [router]);
  return isOver ? <PreviewOver /> : <RouterProvider router={router} />;
};
