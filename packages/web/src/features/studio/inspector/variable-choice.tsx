import { useTranslation } from 'react-i18next';
import { useDraft } from '../draft/draft-store.ts';
import { Choice } from './fields.tsx';
import { useNewVariable } from './use-new-variable.tsx';

interface VariableChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (name: string) => void;
}

/** No variable is called so. */
const fresh = '{}';

/** Where a value is kept: in a variable of the plan, or in a new one. */
export const VariableChoice = ({ label, value, onChange }: VariableChoiceProps) => {
  const { t } = useTranslation('inspector');
  const variables = useDraft(draft => draft.plan.variables);
  const { mayMake, make, question } = useNewVariable();
  return (
    <>
      <Choice
        label={label}
        value={value}
        options={[
          ...variables.map(each => ({ value: each.name, text: each.label || each.name })),
          ...(mayMake ? [{ value: fresh, text: t($ => $.sentence.newVariable) }] : []),
        ]}
        onChange={chosen => (chosen === fresh ? make('', onChange) : onChange(chosen))}
      />
      {question}
    </>
  );
};
