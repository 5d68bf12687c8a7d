import type { TalkMove } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { moveText } from '../transcript/move-text.ts';

interface ForksProps {
  readonly forks: readonly (readonly TalkMove[])[];
  readonly onTake: (index: number) => void;
}

/** Ways that were tried and left: one click goes there again. */
export const Forks = ({ forks, onTake }: ForksProps) => {
  const { t } = useTranslation('talk');
  if (forks.length === 0) return null;
  return (
    <details className="talk-forks">
      <summary className="small">
        {t($ => $.forks)} {forks.length}
      </summary>
      <ul>
        {forks.map((fork, index) => (
          <li key={JSON.stringify(fork)}>
            <button className="cut choice" type="button" onClick={() => onTake(index)}>
              {t($ => $.fork, {
                count: fork.length,
                text: fork
                  .slice(-3)
                  .map(move => moveText(t, move))
                  .join(' → '),
              })}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
};
