import { type endpoints, type OutputOf, VARIABLE_CHARS } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { Input } from '../../ui/input.tsx';

type Variable = OutputOf<typeof endpoints.plan.list>['list'][number]['variables'][number];
export type Values = Readonly<Record<string, string>>;

interface PlanVariablesProps {
  readonly variables: readonly Variable[];
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}

/** What the plan's sentences say of this callee; all optional, an empty one is spoken as its fallback. */
export const PlanVariables = ({ variables, values, onChange }: PlanVariablesProps) => {
  const { t } = useTranslation('shell');
  return (
    <section className="test-call-choice">
      <h3 className="row between">
        {t($ => $.testCall.variables)}
        <span className="hint">{t($ => $.testCall.variablesHint)}</span>
      </h3>
      <div className="test-call-variables grid gap-8">
        {variables.map(({ name, label, fallback }) => (
          <div key={name}>
            <label className="hint" htmlFor={`variable-${name}`}>
              {label}
            </label>
            <Input
              id={`variable-${name}`}
              placeholder={fallback}
              maxLength={VARIABLE_CHARS}
              autoComplete="off"
              value={values[name] ?? ''}
              onChange={event => onChange({ ...values, [name]: event.target.value })}
            />
          </div>
        ))}
      </div>
    </section>
  );
};

/** What was filled in of this plan's variables; what is typed for another plan stays typed, but is not sent. */
export const filled = (variables: readonly Variable[], values: Values): Record<string, string> =>
  Object.fromEntries(
    variables.flatMap(({ name }) => {
      const value = values[name]?.trim();
      return value ? [[name, value]] : [];
    }),
  );
