import type { Ignoring } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import { Choice } from './fields.tsx';

const flags = ['knowledge', 'common', 'silence'] as const;

/** What a node leaves unheard. */
export const IgnoringField = ({
  value = {},
  onChange,
}: {
  value: Ignoring | undefined;
  onChange: (value: Ignoring | undefined) => void;
}) => {
  const { t } = useTranslation('inspector');
  const put = (next: Ignoring) => onChange(Object.keys(next).length > 0 ? next : undefined);
  const { speech, ...others } = value;
  return (
    <fieldset className="field-group grid gap-6">
      <legend>{t($ => $.ignoring.label)}</legend>
      <Choice
        label={t($ => $.ignoring.speech)}
        value={speech ?? 'none'}
        options={[
          { value: 'none', text: t($ => $.ignoring.hears) },
          { value: 'allButRefusals', text: t($ => $.ignoring.allButRefusals) },
          { value: 'all', text: t($ => $.ignoring.all) },
        ]}
        onChange={choice => put(choice === 'none' ? others : { ...others, speech: choice })}
      />
      <div className="field-checks flex wrap">
        {flags.map(flag => (
          <label key={flag}>
            <input
              type="checkbox"
              checked={value[flag] ?? false}
              onChange={event => {
                const { [flag]: _, ...rest } = value;
                put(event.target.checked ? { ...rest, [flag]: true } : rest);
              }}
            />
            {t($ => $.ignoring[flag])}
          </label>
        ))}
      </div>
    </fieldset>
  );
};
