import { useId } from 'react';
import './segments.css';

interface SegmentsProps<Value extends string> {
  /** What is chosen here, read out. */
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly text: string; readonly disabled?: boolean }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A few choices side by side, one of them taken: radio buttons that look like one switch. */
export const Segments = <Value extends string>({ label, options, value, onChange }: SegmentsProps<Value>) => {
  const name = useId();
  return (
    <div className="segments flex" role="radiogroup" aria-label={label}>
      {options.map(option => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={option.disabled ?? false}
            onChange={() => onChange(option.value)}
          />
          {option.text}
        </label>
      ))}
    </div>
  );
};
