import { createContext, use, useEffect } from 'react';

/** How the tab of this page is called; set by the frame around the page. */
export const PaneTitle = createContext<(title: string | null) => void>(() => undefined);

/** Names the tab of the page that calls it, as soon as the name is known: a task's, a call's phone. */
export const usePaneTitle = (title: string | null | undefined): void => {
  const say = use(PaneTitle);
  useEffect(() => {
    if (title) say(title);
  }, [say, title]);
};
