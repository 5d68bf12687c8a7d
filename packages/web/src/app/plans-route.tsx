import { useNavigate } from 'react-router';
import { planStateWords } from '../features/plans/plan-state.tsx';
import { PlansPage } from '../features/plans/plans-page.tsx';
import { useAddress } from '../ui/use-address.ts';

/** My plans; `?state=` and `?q=` narrow the list, `?new` makes one. Opening one leads to its editor. */
export const PlansRoute = () => {
  const { query, put } = useAddress();
  const navigate = useNavigate();
  return (
    <PlansPage
      state={planStateWords.find(each => each === query.get('state')) ?? null}
      q={query.get('q') ?? ''}
      creating={query.has('new')}
      onFilter={part => put(part, true)}
      onCreating={creating => put({ new: creating ? '1' : null }, true)}
      onOpen={id => void navigate(`/plan/${id}`)}
    />
  );
};
