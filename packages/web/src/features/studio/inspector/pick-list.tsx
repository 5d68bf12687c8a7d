interface PickListProps {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
}

/** Any of several: boxes with names, as many as there are. */
export const PickList = ({ label, options, value, onChange }: PickListProps) => (
  <fieldset className="field-picks flex wrap">
    <legend>{label}</legend>
    {options.map(option => (
      <label key={option.value}>
        <input
          type="checkbox"
          checked={value.includes(option.value)}
          onChange={event =>
            onChange(event.target.checked ? [...value, option.value] : value.filter(each => each !== option.value))
          }
        />
        {option.text}
      </label>
    ))}
  </fieldset>
);
