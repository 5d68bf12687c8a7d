import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { enter } from './panes/use-tabs.ts';

interface EntryLinkProps {
  readonly path: string;
  readonly className: string;
  readonly title?: string;
  /** Read out instead of what is in it. */
  readonly name?: string;
  readonly current?: boolean;
  readonly children: ReactNode;
}

/** Leads to a page by its entry: to its open tab if there is one. */
export const EntryLink = ({ path, className, title, name, current = false, children }: EntryLinkProps) => (
  <Link
    to={path}
    className={className}
    title={title}
    aria-label={name}
    aria-current={current ? 'page' : undefined}
    onClick={event => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      enter(path);
    }}
  >
    {children}
  </Link>
);
