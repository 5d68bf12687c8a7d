import { useDraft } from '../draft/draft-store.ts';
import { piecesOf } from '../graph/sentence.ts';

/** A sentence with its variables as chips, called as in the plan. */
export const SentenceText = ({ text }: { text: string }) => {
  const variables = useDraft(draft => draft.plan.variables);
  return piecesOf(text).map((piece, at) => {
    // A piece has no identity but its place.
    const key = `${at}${piece.text}`;
    if (!piece.variable) return <span key={key}>{piece.text}</span>;
    return (
      <b key={key} className="variable">
        {variables.find(({ name }) => name === piece.text)?.label || piece.text}
      </b>
    );
  });
};
