import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useOfFlow } from '../frame/use-flow.ts';
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
  // As one text: it is the same one while only sentences change, and with it the hundreds of options.
  const named = useOfFlow(flow => JSON.stringify(flow?.nodes.map(({ id, name }) => [id, name]) ?? []));
  const options = useMemo(() => {
    const nodes = JSON.parse(named) as readonly [id: string, name: string][];
    const others = nodes.filter(([id]) => id !== but).map(([id, name]) => ({ value: id, text: name }));
    return [{ value: '', text: t($ => $.nowhere) }, ...others];
  }, [named, but, t]);
  return <Select {...rest} value={value} options={options} onChange={onChange} />;
};
