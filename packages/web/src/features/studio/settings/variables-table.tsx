import { planLimits } from '@lianxian/contract';
import { type PlanVariable, spokenWays } from '@lianxian/core';
import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { draftChars } from '../draft/limits.ts';
import { Select } from '../inspector/fields.tsx';

const freeName = (variables: readonly PlanVariable[], base: string): string => {
  const taken = new Set(variables.map(({ name }) => name));
  let number = variables.length + 1;
  while (taken.has(`${base}${number}`)) number += 1;
  return `${base}${number}`;
};

/** What the plan asks for and says: filled from the task's columns, or collected in the talk. */
export const VariablesTable = () => {
  const { t } = useTranslation(['inspector', 'studio']);
  const variables = useDraft(draft => draft.plan.variables);
  const { change } = useDraftStore().getState();
  const put = (next: readonly PlanVariable[], merge?: string) =>
    change(
      plan => ({ ...plan, variables: next }),
      t($ => $.steps.variables, { ns: 'studio' }),
      merge,
    );
  const texts = ['name', 'label', 'fallback'] as const;
  const heads = {
    name: t($ => $.settings.variable),
    label: t($ => $.settings.label),
    fallback: t($ => $.settings.fallback),
  };
  return (
    <section>
      <h2>{t($ => $.settings.variables)}</h2>
      {variables.length > 0 && (
        <table>
          <thead>
            <tr>
              {texts.map(field => (
                <th className="hint" key={field}>
                  {heads[field]}
                </th>
              ))}
              <th className="hint">{t($ => $.settings.spoken)}</th>
              <th className="hint">
                <span className="only-read">{t($ => $.remove)}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {variables.map((variable, at) => (
              // A variable is called by its name, which is typed here.
              <tr key={`variable ${String(at)}`}>
                {texts.map(field => (
                  <td key={field}>
                    <input
                      className="field"
                      aria-label={`${heads[field]} ${variable.name}`}
                      maxLength={draftChars(`variables.${field}`)}
                      value={variable[field]}
                      onChange={event =>
                        put(variables.with(at, { ...variable, [field]: event.target.value }), `variable ${at} ${field}`)
                      }
                    />
                  </td>
                ))}
                <td>
                  <Select
                    name={`${t($ => $.settings.spoken)} ${variable.name}`}
                    value={variable.spoken}
                    options={spokenWays.map(spoken => ({ value: spoken, text: t($ => $.settings.spokens[spoken]) }))}
                    onChange={spoken => put(variables.with(at, { ...variable, spoken }))}
                  />
                </td>
                <td>
                  <button
                    type="button"
                    className="icon-button"
                    aria-label={t($ => $.removeRow, { what: variable.name })}
                    onClick={() => put(variables.filter((_, index) => index !== at))}
                  >
                    <X size={14} aria-hidden="true" />
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <button
        type="button"
        className="link"
        disabled={variables.length >= planLimits.variables}
        onClick={() => {
          const name = freeName(
            variables,
            t($ => $.settings.variables),
          );
          put([...variables, { name, label: name, fallback: '', spoken: 'asWritten' }]);
        }}
      >
        <Plus size={13} aria-hidden="true" /> {t($ => $.settings.addVariable)}
      </button>
    </section>
  );
};
