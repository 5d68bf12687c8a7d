import { type LevelWord, useLevelName } from './level-names.ts';
import './parts.css';

export type { LevelWord };

/**
 * A level in greys, A to C filled; an unanswered call has none. Its name, where the merchant gave one, is said to who
 * points at it or has it read out, and stands beside a large one.
 */
export const Level = ({ level, large = false }: { level: LevelWord | null; large?: boolean }) => {
  const name = useLevelName(level);
  if (level === null) return <span className="level is-none">—</span>;
  const chip = (
    <span className={`level is-${level}${large ? ' is-large' : ''}`} title={name || undefined}>
      {level}
      {name && !large && <span className="only-read"> {name}</span>}
    </span>
  );
  if (!large || !name) return chip;
  return (
    <span className="level-named">
      {chip} {name}
    </span>
  );
};
