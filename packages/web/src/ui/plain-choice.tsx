import './plain-choice.css';

interface PlainChoiceProps {
  readonly id?: string;
  /** Id of what names it, where it has no label of its own. */
  readonly labelledBy?: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string | null;
  /** Shown while nothing is chosen. */
  readonly placeholder: string;
  readonly disabled?: boolean;
  readonly wrong?: boolean;
  readonly onChange: (value: string) => void;
}

/** One of some, in the browser's own list: as high as any control, and without a library's weight. */
export const PlainChoice = (props: PlainChoiceProps) => {
  const { id, labelledBy, options, value, placeholder, disabled, wrong = false, onChange } = props;
  return (
    <select
      id={id}
      className="plain-choice"
      aria-labelledby={labelledBy}
      aria-invalid={wrong}
      disabled={disabled}
      value={value ?? ''}
      onChange={event => onChange(event.target.value)}
    >
      {value === null && (
        <option value="" disabled>
          {placeholder}
        </option>
      )}
      {options.map(option => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
};
