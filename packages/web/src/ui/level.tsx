import './parts.css';

export type LevelWord = 'A' | 'B' | 'C' | 'D' | 'E' | 'F';

/** A level in greys, A to C filled; an unanswered call has none. */
export const Level = ({ level, large = false }: { level: LevelWord | null; large?: boolean }) =>
  level === null ? (
    <span className="level is-none">—</span>
  ) : (
    <span className={`level is-${level}${large ? ' is-large' : ''}`}>{level}</span>
  );
