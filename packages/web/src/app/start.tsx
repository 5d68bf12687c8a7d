import { Component, type ReactNode, Suspense, useEffect, useState } from 'react';
import { forgetKept } from '../api/kept.ts';
import { readToken } from '../api/token.ts';
import { whenFailed } from '../api/wire.ts';
import { isChrome } from '../session/browser.ts';
import { firstWords } from '../text/first-words.ts';
import { plainPage } from '../ui/chunk.ts';
import { toast } from '../ui/toast.ts';
import { Broken, Loading } from './bare-pages.tsx';
import { takeOwnBrand } from './brand.ts';
import { keepNext, takeNext } from './next-place.ts';
import { routeNamed, routes } from './routes.ts';
import { whereTo } from './where-to.ts';

const LoginRoute = plainPage(() => import('./login-route.tsx').then(file => file.LoginRoute));
const loadRouter = () => import('./router.tsx');
const RoutedPages = plainPage(() => loadRouter().then(file => file.RoutedPages));

/** While one types, the browser fetches what comes after: signing in then costs one request. */
const fetchPages = () => {
  loadRouter().then(
    file => file.fetchShell(),
    () => undefined,
  );
};

/**
 * Does the first page of this visit end at the login? Then its address, else null. The same rules as the router's, asked
 * before the router is loaded: the login page stays small.
 */
export const startsAtLogin = (pathname: string, loginTheme: unknown): string | null => {
  const row = routes.find(route => route.path === pathname) ?? routeNamed('notFound');
  const visit = { token: readToken() !== null, loginTheme, user: null };
  const decision = whereTo(row, visit);
  const path = decision.go === 'to' ? decision.path : decision.go === 'on' ? row.path : '';
  return isLogin(path) ? path : null;
};

const isLogin = (path: string): boolean => [routeNamed('login').path, routeNamed('brandedLogin').path].includes(path);

/** Pages another system opens with a token in the address. */
export const comesWithToken = (pathname: string): boolean =>
  [routeNamed('openPlan').path, routeNamed('openSip').path].includes(pathname);

// The wire knows no toasts: it stands below them.
whenFailed(sentence => toast.bad(sentence));

const adviceMs = 10_000;
const adviseBrowser = () => {
  if (!isChrome(navigator.userAgent))
    toast.info(
      firstWords().t($ => $.browser),
      adviceMs,
    );
};

/** What cannot be loaded shows a way to try again instead of nothing. */
class Fallback extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };
  static getDerivedStateFromError() {
    return { broken: true };
  }
  override render() {
    return this.state.broken ? <Broken /> : this.props.children;
  }
}

/** The login first, or the pages behind it at once. */
export const Start = ({ loginPath }: { loginPath: string | null }) => {
  const [atLogin, setAtLogin] = useState(() => {
    if (loginPath !== null) {
      // The sign-in ran out while no page was open.
      forgetKept();
      const { pathname, search, hash } = location;
      if (pathname !== '/' && !isLogin(pathname)) keepNext(pathname + search + hash);
      history.replaceState(null, '', loginPath);
    }
    return loginPath !== null;
  });
  useEffect(adviseBrowser, []);
  const enter = () => {
    history.replaceState(null, '', takeNext() ?? routeNamed('home').path);
    void takeOwnBrand();
    setAtLogin(false);
  };
  return (
    <Fallback>
      <Suspense fallback={<Loading />}>
        {atLogin ? <LoginRoute onTyping={fetchPages} onSignedIn={enter} /> : <RoutedPages />}
      </Suspense>
    </Fallback>
  );
};
