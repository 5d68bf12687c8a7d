import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCurrentUser } from '../session/current-user.ts';

/** Whose file it leads to: by a call or a place on a list it opens for who sees numbers masked as well. */
type Whose =
  | { readonly call: string }
  | { readonly task: string; readonly callee: string }
  | { readonly phone: string };

/** The way to the file of a number, for who may open it. */
export const NumberLink = ({ whose, children }: { whose: Whose; children: ReactNode }) =>
  useCurrentUser()?.rights.includes('callLog') ? (
    <Link className="phone link" to={`/platform/number-file?${new URLSearchParams(whose)}`}>
      {children}
    </Link>
  ) : (
    <span className="phone">{children}</span>
  );
