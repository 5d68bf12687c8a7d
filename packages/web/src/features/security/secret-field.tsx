import { bareProps, FieldFault } from '../../ui/form/fields.tsx';
import type { EndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { Input, SecretInput } from '../../ui/input.tsx';

interface SecretFieldProps<V extends object> {
  readonly form: EndpointForm<V>;
  readonly name: Extract<keyof V, string>;
  readonly label: string;
  readonly autoComplete: 'current-password' | 'new-password' | 'one-time-code';
  readonly hint?: string;
  readonly autoFocus?: boolean;
}

/** A labelled password, or a code that is no secret for long and is shown as it is typed. */
export const SecretField = <V extends object>(props: SecretFieldProps<V>) => {
  const { form, name, label, hint, autoComplete, autoFocus = false } = props;
  const id = form.idOf(name);
  const typed = {
    ...bareProps(form, name),
    autoComplete,
    autoFocus,
    ...(hint && !form.fault(name) && { 'aria-describedby': `${id}-hint` }),
  };
  return (
    <div className="security-own-field">
      <label htmlFor={id}>{label}</label>
      {autoComplete === 'one-time-code' ? <Input {...typed} /> : <SecretInput {...typed} />}
      {hint && <p id={`${id}-hint`}>{hint}</p>}
      <FieldFault form={form} name={name} />
    </div>
  );
};
