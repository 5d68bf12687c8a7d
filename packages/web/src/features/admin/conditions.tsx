import { useTranslation } from 'react-i18next';
import { type Condition, conditionsOver } from '../../ui/filter/condition.ts';
import { Choices } from '../../ui/filter/editors.tsx';
import { type Kind, type Place, type State, states, useResellers } from './use-accounts.ts';

/** By state; the platform's people find merchants by their reseller too. */
export const useConditions = (kind: Kind, place: Place, isPlatform: boolean): readonly Condition[] => {
  const { t } = useTranslation('merchants');
  const { state, resellerId, put } = place;
  const byReseller = kind === 'merchant' && isPlatform;
  const resellers = useResellers(byReseller)?.map(({ id, name }) => ({ value: id, text: name }));
  const condition = conditionsOver<{ state: State | null; reseller: string | null }>({
    change: (key, value) => put({ [key]: value }, true),
    cleared: { state: null, reseller: null },
    names: { state: t($ => $.list.filterState), reseller: t($ => $.list.filterReseller) },
  });
  const byState = condition('state', state && t($ => $.state[state]), choose => (
    <Choices
      choices={states.map(each => ({ value: each, text: t($ => $.state[each]) }))}
      value={state}
      onChoose={choose}
    />
  ));
  if (!byReseller) return [byState];
  const name = resellers?.find(({ value }) => value === resellerId)?.text ?? '…';
  return [
    byState,
    condition('reseller', resellerId && name, choose => (
      <Choices choices={resellers} value={resellerId} onChoose={choose} />
    )),
  ];
};
