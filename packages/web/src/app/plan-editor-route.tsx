import { useCallback } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { placeOf, queryOf } from '../features/studio/frame/views.ts';
import { StudioPage } from '../features/studio/studio-page.tsx';

/** A plan in its editor; `?view=` is what one sees of it, `?flow=` the flow on the canvas, `?heat` its figures. */
export const PlanEditorRoute = () => {
  const { id = '' } = useParams();
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const onPlace = useCallback(
    (part: Partial<ReturnType<typeof placeOf>>) =>
      setQuery(now => queryOf({ ...placeOf(now), ...part }), { replace: true }),
    [setQuery],
  );
  return (
    <StudioPage
      key={id}
      id={id}
      place={placeOf(query)}
      onPlace={onPlace}
      onOpen={plan => void navigate(`/plan/${plan}`)}
    />
  );
};
