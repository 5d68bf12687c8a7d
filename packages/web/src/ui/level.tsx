import { type LevelWord, useLevelName } from '../session/level-names.ts';
import './parts.css';

export type { LevelWord };

interface LevelProps {
  readonly level: LevelWord | null;
  readonly large?: boolean;
  /** A person set it: says so; empty where nobody did. */
  readonly byHand?: string;
}

/**
 * A level in greys, A to C filled; an unanswered call has none. Its name, where the merchant gave one, is said to who
 * points at it or has it read out, and stands beside a large one.
 */
export const Level = ({ level, large = false, byHand = '' }: LevelProps) => {
  const name = useLevelName(level);
  if (level === null) return <span className="level is-none">—</span>;
  const chip = (
    <span
      className={`level is-${level}${large ? ' is-large' : ''}${byHand ? ' is-by-hand' : ''}`}
      title={[name, byHand].filter(Boolean).join(' · ') || undefined}
    >
      {level}
      {name && !large && <span className="only-read"> {name}</span>}
      {byHand && <span className="only-read"> {byHand}</span>}
    </span>
  );
  if (!large || !name) return chip;
  return (
    <span className="row-in gap-8">
      {chip} {name}
    </span>
  );
};
