import { useNavigate, useSearchParams } from 'react-router';
import { planStateWords } from '../features/plans/plan-state.tsx';
import { PlansPage } from '../features/plans/plans-page.tsx';

/** My plans; `?state=` narrows the list, `?new` makes one. Opening one leads to its editor. */
export const PlansRoute = () => {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const put = (name: string, value: string | null) => {
    const next = new URLSearchParams(query);
    if (value === null) next.delete(name);
    else next.set(name, value);
    setQuery(next, { replace: true });
  };
  return (
    <PlansPage
      state={planStateWords.find(each => each === query.get('state')) ?? null}
      creating={query.has('new')}
      onState={state => put('state', state)}
      onCreating={creating => put('new', creating ? '1' : null)}
      onOpen={id => void navigate(`/plan/${id}`)}
    />
  );
};
