import { DecisionList } from './decision-list.tsx';
import { DecisionSummary } from './summary.tsx';
import { useTaskPlace } from './use-decisions.ts';

/** Of one task: how its numbers stand and why, added up, and below each decision. */
export const TaskDecisions = ({ task, onRecord }: { task: string; onRecord: (callId: string) => void }) => {
  const place = useTaskPlace(task);
  return (
    <div className="stack fill low">
      <DecisionSummary task={task} place={place} />
      <DecisionList place={place} isOfTask onRecord={onRecord} />
    </div>
  );
};
