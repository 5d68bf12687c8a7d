import {
  Activity,
  type ComponentType,
  memo,
  type ReactNode,
  Suspense,
  type UIEvent,
  use,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  UNSAFE_NavigationContext as NavigationContext,
  UNSAFE_RouteContext as RouteContext,
  useRoutes,
} from 'react-router';
import { PaneTitle } from '../../ui/pane-title.ts';
import { Skeleton } from '../../ui/panels.tsx';
import { RestoredNote } from '../../ui/unsaved/restored-note.tsx';
import { UnsavedIn, useUnsavedPane } from '../../ui/unsaved/unsaved.ts';
import { useTitleOf } from '../place.ts';
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

/**
 * Named as its tab is until its page brings a heading of its own (`shell.css`): loading or failed, it has one too.
 * To the top with each new location, and where it was when one comes back: the pane and whatever scrolls in it, a
 * list or a column, for pages that fill the sheet scroll within.
 */
const PaneBox = ({ id, opened, heading, children }: PaneBoxProps) => {
  const unsaved = useUnsavedPane(id);
  const [box, setBox] = useState<HTMLElement | null>(null);
  const scrolled = useRef(new Map<Element, number>());
  const before = useRef(opened);
  useLayoutEffect(() => {
    const fresh = before.current !== opened;
    before.current = opened;
    for (const [part, top] of scrolled.current) part.scrollTop = fresh ? 0 : top;
    if (fresh) scrolled.current.clear();
  }, [opened]);
  const note = ({ target }: UIEvent) => {
    if (!(target instanceof Element)) return;
    scrolled.current.set(target, target.scrollTop);
    for (const part of scrolled.current.keys()) if (!part.isConnected) scrolled.current.delete(part);
  };
  return (
    <div className="shell-pane" ref={setBox} onScrollCapture={note}>
      <h1 className="only-read shell-pane-name">{heading}</h1>
      <UnsavedIn value={unsaved}>
        <RestoredNote within={box} />
        {children}
      </UnsavedIn>
    </div>
  );
};
interface PaneBoxProps extends Pick<Tab, 'id' | 'opened'> {
  readonly heading: string;
  readonly children: ReactNode;
}

const Page = ({ path, place, state, Shown }: { path: string; place: Place; state: unknown; Shown: ComponentType }) =>
  useRoutes(
    useMemo(() => [{ path, caseSensitive: true, Component: Shown }], [path, Shown]),
    useMemo(() => ({ ...place, state, key: place.pathname }), [place, state]),
  );

interface PaneProps extends Pick<Tab, 'id' | 'row' | 'place' | 'state' | 'title' | 'opened'> {
  readonly Shown: ComponentType;
}

const Pane = memo(({ id, row, place, state, title, opened, Shown }: PaneProps) => {
  const titleOf = useTitleOf();
  const outer = use(NavigationContext);
  const navigation = useMemo(() => navigationOf(id, outer), [id, outer]);
  const sayTitle = useMemo(() => (title: string | null) => nameTab(id, title), [id]);
  return (
    <NavigationContext value={navigation}>
      <RouteContext value={root}>
        <PaneTitle value={sayTitle}>
          <PaneBox id={id} opened={opened} heading={titleOf({ row, title })}>
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

/**
 * `pageOf` is the component of a route row. Menu and tab row follow a click at once; the pane comes to the front just
 * after they are painted, in pieces that let other clicks through. A new one is made behind the one that is seen.
 */
export const Panes = ({ pageOf }: { pageOf: (row: string) => ComponentType }) => {
  const { list, active } = useTabs();
  const deferred = useDeferredValue(active);
  // The tab in front was closed: nothing is to be seen of it any more.
  const front = list.some(tab => tab.id === deferred) ? deferred : active;
  return list
    .filter(tab => tab.live)
    .map(({ id, row, place, state, title, opened }) => (
      <Activity key={id} mode={id === front ? 'visible' : 'hidden'}>
        <Pane id={id} row={row} place={place} state={state} title={title} opened={opened} Shown={pageOf(row)} />
      </Activity>
    ));
};
