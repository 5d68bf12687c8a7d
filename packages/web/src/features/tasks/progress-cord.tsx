import './progress-cord.css';

interface ProgressCordProps {
  readonly total: number;
  /** Numbers that were reached, that were called for good without, and that wait for another try. */
  readonly answered: number;
  readonly settled: number;
  readonly retrying: number;
  /** What it says to who cannot see it. */
  readonly label: string;
}

/** How far a list is called: reached dark, not reached lighter, waiting for another try hatched. */
export const ProgressCord = ({ total, answered, settled, retrying, label }: ProgressCordProps) => {
  const part = (n: number) => `${total > 0 ? (100 * Math.min(n, total)) / total : 0}%`;
  const reached = Math.min(answered, settled);
  return (
    <span className="progress-cord flex" role="img" aria-label={label}>
      <i className="is-reached" style={{ width: part(reached) }} />
      <i className="is-settled" style={{ width: part(settled - reached) }} />
      <i className="is-retrying" style={{ width: part(retrying) }} />
    </span>
  );
};
