import { useTranslation } from 'react-i18next';
import { useFlow } from '../graph/use-flow.ts';
import { Select } from './fields.tsx';

interface TargetProps {
  readonly id?: string;
  readonly name?: string;
  readonly value: string;
  /** The node itself is no way on for what leaves it. */
  readonly but?: string;
  readonly onChange: (to: string) => void;
}

/** Which node of the flow something leads to. */
export const TargetSelect = ({ but, value, onChange, ...rest }: TargetProps) => {
  const { t } = useTranslation('inspector');
  const flow = useFlow();
  const nodes = flow?.nodes.filter(({ id }) => id !== but) ?? [];
  return (
    <Select
      {...rest}
      value={value}
      options={[{ value: '', text: t($ => $.nowhere) }, ...nodes.map(({ id, name }) => ({ value: id, text: name }))]}
      onChange={onChange}
    />
  );
};
