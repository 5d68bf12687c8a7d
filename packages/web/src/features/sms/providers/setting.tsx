import { useId } from 'react';
import { FormField } from '../../../ui/form-field.tsx';
import { Input, TextArea } from '../../../ui/input.tsx';

interface SettingProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly value: string;
  readonly chars?: number;
  /** Lines of a text; left out: one line. */
  readonly rows?: number;
  readonly onChange: (value: string) => void;
}

/** One setting of a provider, typed; they lie within one field of the form. */
export const Setting = ({ label, hint, value, chars, rows, onChange }: SettingProps) => {
  const id = useId();
  const own = {
    id,
    value,
    maxLength: chars,
    autoComplete: 'off',
    spellCheck: false,
    'aria-describedby': hint ? `${id}-note` : undefined,
  };
  return (
    <FormField id={id} label={label} hint={hint}>
      {rows === undefined ? (
        <Input {...own} onChange={({ target }) => onChange(target.value)} />
      ) : (
        <TextArea {...own} rows={rows} onChange={({ target }) => onChange(target.value)} />
      )}
    </FormField>
  );
};

interface PickProps<Value extends string> {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** One setting of a few. */
export const PickSetting = <Value extends string>({ label, hint, options, value, onChange }: PickProps<Value>) => {
  const id = useId();
  return (
    <FormField id={id} label={label} hint={hint}>
      <select
        id={id}
        className="plain-select"
        aria-describedby={hint ? `${id}-note` : undefined}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find(option => option.value === target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </FormField>
  );
};
