import { CircleX } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Refusal } from '../api/wire.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { Button } from './button.tsx';
import './drawer.css';
import './parts.css';

interface EmptyProps {
  readonly title: string;
  readonly hint?: ReactNode;
  /** It is the whole page: its title is the page's heading. */
  readonly whole?: boolean;
  /** Who made what would stand here matters: whoever does not see everybody's is told. */
  readonly scoped?: boolean;
  readonly children?: ReactNode;
}

/** Whose calls and tasks one sees, where that is not everybody's: nothing here is not nothing at all. */
export const ScopeNote = () => {
  const { t } = useTranslation('shell');
  const { scope = 'all' } = useCurrentUser() ?? {};
  return scope === 'all' ? null : <p>{t($ => $.scope[scope])}</p>;
};

/** Nothing here yet: a loose cord, one sentence, the next action. */
export const Empty = ({ title, hint, whole = false, scoped = false, children }: EmptyProps) => (
  <div className="empty stack gap-6">
    <svg width="80" height="34" viewBox="0 0 80 34" aria-hidden="true">
      <path d="M6 7C14 40 66 40 74 7" className="empty-cord" />
      <circle cx="6" cy="7" r="5" className="empty-end" />
      <circle cx="74" cy="7" r="5" className="empty-end" />
    </svg>
    {whole ? <h1>{title}</h1> : <strong>{title}</strong>}
    {hint && <p>{hint}</p>}
    {scoped && <ScopeNote />}
    {children}
  </div>
);

/** What could not be read, why, and how it is read again. */
export interface Failure {
  /** Left out: that something did not come. */
  readonly title?: string;
  readonly error: Error | null;
  readonly onAgain: () => void;
}

/** The sentence of the server where it said no; else that nothing answered and what is kept. */
const useReason = (error: Error | null): string => {
  const { t } = useTranslation('shell');
  return (error instanceof Refusal && error.message) || t($ => $.error.kept);
};

/** What failed, why, and the way to try again. */
export const ErrorPanel = ({ title, error, whole = false, onAgain }: Failure & { whole?: boolean }) => {
  const { t } = useTranslation('shell');
  const reason = useReason(error);
  const Title = whole ? 'h1' : 'strong';
  return (
    <div className="error-panel" role="alert">
      <Title>
        <CircleX size={16} aria-hidden="true" /> {title ?? t($ => $.error.any)}
      </Title>
      <p>{reason}</p>
      <Button onClick={onAgain}>{t($ => $.error.again)}</Button>
    </div>
  );
};

/** The same over rows of before, which stay. */
export const ErrorBar = ({ title, error, onAgain }: Failure) => {
  const { t } = useTranslation('shell');
  const reason = useReason(error);
  return (
    <p className="error-bar row gap-8" role="alert">
      <strong>
        <CircleX size={14} aria-hidden="true" /> {title ?? t($ => $.error.any)}
      </strong>
      <span>{reason}</span>
      <button type="button" className="link" onClick={onAgain}>
        {t($ => $.error.again)}
      </button>
    </p>
  );
};

const skeletonAfterMs = 150;

/** Rows of the coming content; not before 150 ms, so that a fast answer shows no skeleton at all. */
export const Skeleton = ({ rows, height = 37 }: { rows: number; height?: number }) => {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), skeletonAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="skeleton" aria-busy="true" style={{ height: rows * height }}>
      {due &&
        Array.from({ length: rows }, (_, row) => row).map(row => (
          <div key={row} style={{ height }}>
            <i style={{ width: `${14 + (row % 3) * 4}%` }} />
            <i style={{ width: `${68 - (row % 4) * 6}%` }} />
          </div>
        ))}
    </div>
  );
};

/** Holds the place of a drawer whose chunk comes: the page beside it narrows once. */
export const DrawerSkeleton = () => (
  <aside className="drawer stack fixed">
    <Skeleton rows={8} />
  </aside>
);
