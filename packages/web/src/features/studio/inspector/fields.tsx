import type { Bounds } from '@lianxian/contract';
import { memo, type ReactNode, useId } from 'react';
import { draftChars } from '../draft/limits.ts';
import '../../../ui/plain-choice.css';
import './field.css';

interface Labelled {
  readonly label: string;
  readonly hint?: string | undefined;
}

/** Label left, field right, as the rows of the inspector in the picture. */
export const FieldRow = ({ label, hint, id, children }: Labelled & { id: string; children: ReactNode }) => (
  <div className="field-row grid">
    <label htmlFor={id}>{label}</label>
    <div>
      {children}
      {hint && <p className="hint">{hint}</p>}
    </div>
  </div>
);

interface ChoiceProps<Value extends string> extends Labelled {
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly onChange: (value: Value) => void;
}

/** One of a few, in a row of the inspector. */
export const Choice = <Value extends string>({ label, hint, value, options, onChange }: ChoiceProps<Value>) => {
  const id = useId();
  return (
    <FieldRow id={id} label={label} hint={hint}>
      <Select id={id} value={value} options={options} onChange={onChange} />
    </FieldRow>
  );
};

type SelectProps<Value extends string> = Omit<ChoiceProps<Value>, 'label' | 'hint'> & {
  readonly id?: string;
  /** Read out where there is no label beside it. */
  readonly name?: string;
};

/** The browser's own list; a value that is no option any more stands first and chooses nothing. */
export const Select = <Value extends string>({ id, name, value, options, onChange }: SelectProps<Value>) => (
  <select
    id={id}
    className="plain-choice"
    aria-label={name}
    value={value}
    onChange={event => {
      const chosen = options.find(option => option.value === event.target.value);
      if (chosen) onChange(chosen.value);
    }}
  >
    {!options.some(option => option.value === value) && <option value={value} />}
    <Options options={options} />
  </select>
);

/** Of a large plan there are hundreds: a list that is the same is not rendered again. */
const Options = memo(({ options }: Pick<SelectProps<string>, 'options'>) =>
  options.map(({ value, text }) => (
    <option key={value} value={value}>
      {text}
    </option>
  )),
);

interface TextProps extends Labelled {
  readonly value: string;
  /** Its way in the draft: it can be as long as the contract takes there. */
  readonly way: string;
  readonly onChange: (value: string) => void;
}

export const TextRow = ({ label, hint, value, way, onChange }: TextProps) => {
  const id = useId();
  return (
    <FieldRow id={id} label={label} hint={hint}>
      <input
        id={id}
        className="field"
        value={value}
        maxLength={draftChars(way)}
        onChange={event => onChange(event.target.value)}
      />
    </FieldRow>
  );
};

interface NumberProps extends Labelled {
  readonly value: number | undefined;
  readonly unit?: string | undefined;
  readonly range: Bounds;
  readonly step?: number;
  /** May be left empty. */
  readonly optional?: boolean;
  readonly onChange: (value: number | undefined) => void;
}

export const NumberRow = ({ label, hint, value, unit, range, step = 1, optional, onChange }: NumberProps) => {
  const id = useId();
  const { least, most } = range;
  return (
    <FieldRow id={id} label={label} hint={hint}>
      <span className="field-number row gap-6 ink2">
        <input
          id={id}
          className="field"
          type="number"
          min={least}
          max={most}
          step={step}
          value={value ?? ''}
          onChange={event => {
            const { valueAsNumber } = event.target;
            if (Number.isFinite(valueAsNumber)) onChange(Math.max(least, Math.min(most, valueAsNumber)));
            else if (optional) onChange(undefined);
          }}
        />
        {unit}
      </span>
    </FieldRow>
  );
};

/** Whole seconds and halves are how people think of milliseconds; `range` is in milliseconds. */
export const SecondsRow = ({
  value,
  range,
  onChange,
  ...rest
}: Omit<NumberProps, 'value' | 'onChange' | 'optional'> & {
  value: number;
  onChange: (ms: number) => void;
}) => (
  <NumberRow
    {...rest}
    range={{ least: range.least / 1_000, most: range.most / 1_000 }}
    step={0.5}
    value={value / 1_000}
    onChange={seconds => onChange((seconds ?? 0) * 1_000)}
  />
);
