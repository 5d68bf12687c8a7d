import { memo, Suspense } from 'react';
import { wordsOf } from '../../../text/words.ts';
import { plainPage } from '../../../ui/chunk.ts';
import type { Board } from './board.ts';

const Card = plainPage(async () => {
  const [file] = await Promise.all([import('../experiment/experiment-card.tsx'), wordsOf('ahead')]);
  return file.ExperimentCard;
});

interface ExperimentPartProps {
  readonly board: Pick<Board, 'id' | 'state' | 'counts' | 'planId' | 'planName'>;
}

/** Plans that the task compares; where it may still be set, a way to. */
const Part = ({ board }: ExperimentPartProps) => {
  const { id, state, counts, planId, planName } = board;
  const offers = state !== 'finished' && state !== 'stopped' && counts.dialled === 0 && counts.calling === 0;
  return (
    <Suspense>
      <Card taskId={id} plan={{ id: planId, name: planName }} offers={offers} />
    </Suspense>
  );
};
export const ExperimentPart = memo(Part);
