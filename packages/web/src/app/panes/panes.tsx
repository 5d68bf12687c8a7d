import {
  Activity,
  type ComponentType,
  memo,
  type ReactNode,
  Suspense,
  use,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import {
  UNSAFE_NavigationContext as NavigationContext,
  UNSAFE_RouteContext as RouteContext,
  useRoutes,
} from 'react-router';
import { PaneTitle } from '../../ui/pane-title.ts';
import { Skeleton } from '../../ui/panels.tsx';
import { routeNamed } from '../routes.ts';
import { PaneFault } from './pane-fault.tsx';
import type { Place, Tab } from './tabs.ts';
import { moveUnseen, nameTab, useTabs } from './use-tabs.ts';

/**
 * Every open tab is a pane: its page rendered under a location of its own, in an `<Activity>`. Hidden it keeps DOM and
 * state and runs no effects. Pages use the hooks of the router as ever and see their own pane's location; what a hidden
 * page navigates does not reach the address bar.
 */
type Navigation = NonNullable<Parameters<typeof NavigationContext.Provider>[0]['value']>;

/** No route around it: a pane's page is matched from the root. */
const root = { outlet: null, matches: [], isDataRoute: false };

const isInFront = (id: string) => useTabs.getState().active === id;

/** The router's own navigator while the pane is in front. */
const navigationOf = (id: string, outer: Navigation): Navigation => {
  const { navigator } = outer;
  const unseen: Navigation['navigator']['push'] = (to, state) => {
    const { pathname, search, hash } = new URL(navigator.createHref(to), location.origin);
    moveUnseen({ pathname, search, hash }, id, state);
  };
  return {
    ...outer,
    navigator: {
      ...navigator,
      push: (...wish) => (isInFront(id) ? navigator.push(...wish) : unseen(...wish)),
      replace: (...wish) => (isInFront(id) ? navigator.replace(...wish) : unseen(...wish)),
      go: by => {
        if (isInFront(id)) navigator.go(by);
      },
    },
  };
};

/** Scrolls by itself: to the top with each new location, and to where it was when one comes back. */
const PaneBox = ({ opened, children }: { opened: number; children: ReactNode }) => {
  const box = useRef<HTMLDivElement>(null);
  const at = useRef({ top: 0, opened });
  useLayoutEffect(() => {
    if (at.current.opened !== opened) at.current = { top: 0, opened };
    box.current?.scrollTo(0, at.current.top);
  }, [opened]);
  const note = () => {
    at.current.top = box.current?.scrollTop ?? 0;
  };
  return (
    <div className="pane" ref={box} onScroll={note}>
      {children}
    </div>
  );
};

const Page = ({ path, place, state, Shown }: { path: string; place: Place; state: unknown; Shown: ComponentType }) =>
  useRoutes(
    useMemo(() => [{ path, caseSensitive: true, Component: Shown }], [path, Shown]),
    useMemo(() => ({ ...place, state, key: place.pathname }), [place, state]),
  );

interface PaneProps extends Pick<Tab, 'id' | 'row' | 'place' | 'state' | 'opened'> {
  readonly Shown: ComponentType;
}

const Pane = memo(({ id, row, place, state, opened, Shown }: PaneProps) => {
  const outer = use(NavigationContext);
  const navigation = useMemo(() => navigationOf(id, outer), [id, outer]);
  const sayTitle = useMemo(() => (title: string | null) => nameTab(id, title), [id]);
  return (
    <NavigationContext value={navigation}>
      <RouteContext value={root}>
        <PaneTitle value={sayTitle}>
          <PaneBox opened={opened}>
            <PaneFault>
              <Suspense fallback={<Skeleton rows={6} />}>
                <Page path={routeNamed(row).path} place={place} state={state} Shown={Shown} />
              </Suspense>
            </PaneFault>
          </PaneBox>
        </PaneTitle>
      </RouteContext>
    </NavigationContext>
  );
});

/** `pageOf` is the component of a route row. */
export const Panes = ({ pageOf }: { pageOf: (row: string) => ComponentType }) => {
  const { list, active } = useTabs();
  return list
    .filter(tab => tab.live)
    .map(({ id, row, place, state, opened }) => (
      <Activity key={id} mode={id === active ? 'visible' : 'hidden'}>
        <Pane id={id} row={row} place={place} state={state} opened={opened} Shown={pageOf(row)} />
      </Activity>
    ));
};
