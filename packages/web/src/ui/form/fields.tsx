import type { ComponentProps, ReactNode } from 'react';
import { FormField } from '../form-field.tsx';
import { Input, SecretInput, TextArea } from '../input.tsx';
import type { FieldName } from './form-rules.ts';
import type { EndpointForm } from './use-endpoint-form.ts';
import '../plain-select.css';

interface FieldOf<V extends object> {
  readonly form: EndpointForm<V>;
  readonly name: FieldName<V>;
  readonly label: string;
  readonly hint?: string | undefined;
  /** As in `FormField`. */
  readonly beside?: ReactNode;
}

/** What stands around a field: its label, the mark of what is needed, what is wrong with it. */
const frameOf = <V extends object>({ form, name, label, hint, beside }: FieldOf<V>) => ({
  id: form.idOf(name),
  label,
  hint,
  beside,
  fault: form.fault(name),
  needed: form.limits(name).needed,
});
/** How the element itself says so. */
const marksOf = <V extends object>({ form, name, hint }: Omit<FieldOf<V>, 'label' | 'beside'>) => {
  const fault = form.fault(name);
  return { wrong: Boolean(fault), 'aria-describedby': fault || hint ? `${form.idOf(name)}-note` : undefined };
};

/** What is wrong with a field that is named beside it or by itself, not above. */
export const FieldFault = <V extends object>({ form, name }: Pick<FieldOf<V>, 'form' | 'name'>) => {
  const fault = form.fault(name);
  return (
    fault && (
      <p id={`${form.idOf(name)}-note`} className="form-fault" role="alert">
        {fault}
      </p>
    )
  );
};
/** Goes to such a field. */
export const bareProps = <V extends object>(form: EndpointForm<V>, name: FieldName<V>) => ({
  ...form.typed(name),
  ...marksOf({ form, name }),
});

type Rest<Part extends (props: never) => ReactNode> = Omit<
  Parameters<Part>[0],
  'form' | 'name' | 'id' | 'ref' | 'value' | 'wrong' | 'onChange' | 'onBlur' | 'required'
>;

/** One line of text, or a figure. */
export const TextField = <V extends object>({
  form,
  name,
  label,
  hint,
  beside,
  ...own
}: FieldOf<V> & Rest<typeof Input>) => (
  <FormField {...frameOf({ form, name, label, hint, beside })}>
    <Input {...form.typed(name)} {...marksOf({ form, name, hint })} {...own} />
  </FormField>
);

/** A password, a key: shown as dots. */
export const SecretField = <V extends object>({
  form,
  name,
  label,
  hint,
  beside,
  ...own
}: FieldOf<V> & Rest<typeof SecretInput>) => (
  <FormField {...frameOf({ form, name, label, hint, beside })}>
    <SecretInput {...form.typed(name)} {...marksOf({ form, name, hint })} {...own} />
  </FormField>
);

/** Some lines of text. */
export const AreaField = <V extends object>({
  form,
  name,
  label,
  hint,
  beside,
  ...own
}: FieldOf<V> & Rest<typeof TextArea>) => (
  <FormField {...frameOf({ form, name, label, hint, beside })}>
    <TextArea {...form.typed(name)} {...marksOf({ form, name, hint })} {...own} />
  </FormField>
);

/** One of some, in the browser's own list; what may be chosen may come later than what is chosen. */
export const SelectField = <V extends object>({
  form,
  name,
  label,
  hint,
  beside,
  children,
  ...own
}: FieldOf<V> & Pick<ComponentProps<'select'>, 'disabled' | 'children'>) => {
  const { wrong, ...described } = marksOf({ form, name, hint });
  return (
    <FormField {...frameOf({ form, name, label, hint, beside })}>
      <select
        className="plain-select"
        {...form.bound(name)}
        {...described}
        {...own}
        aria-invalid={wrong || undefined}
        value={String(form.values[name])}
        onChange={event => form.set({ [name]: event.target.value } as Partial<V>)}
      >
        {children}
      </select>
    </FormField>
  );
};
