import { endpoints, fieldChars } from '@lianxian/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { useEndpointForm } from '../ui/form/use-endpoint-form.ts';
import { FormField } from '../ui/form-field.tsx';
import { toast } from '../ui/toast.ts';
import { useCustomerChoices, useCustomersAnew } from './use-customer.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

const noteChars = fieldChars(endpoints.customer.note.input, 'text');
const offered = 6;
/** What is typed of a name, after the @ before the caret. */
const naming = /@([^\s@]*)$/;

/** Whom a text names with @. */
const namedIn = (text: string, people: readonly Named[]): readonly string[] =>
  people.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id);

/** A note of a customer; @ offers colleagues, who are told of it. */
export const NoteBox = ({ id }: { id: string }) => {
  const { t } = useTranslation('customer');
  const fieldId = useId();
  const readAnew = useCustomersAnew();
  const people = useCustomerChoices()?.people ?? [];
  const [caret, setCaret] = useState<number | null>(null);
  const form = useEndpointForm({
    endpoint: endpoints.customer.note,
    start: { text: '' },
    input: ({ text }) => ({ id, text, mentions: [...namedIn(text, people)] }),
    next: () => ({ text: '' }),
    onDone: async ({ told }) => {
      toast.ok(told > 0 ? t($ => $.note.told, { n: told }) : t($ => $.note.added));
      await readAnew();
    },
  });
  const { text } = form.values;
  const before = caret === null ? '' : text.slice(0, caret);
  const typed = naming.exec(before)?.[1];
  const found = typed === undefined ? [] : people.filter(({ name }) => name.includes(typed)).slice(0, offered);
  const name = (person: Named) => {
    const start = `${before.slice(0, before.length - (typed ?? '').length)}${person.name} `;
    form.set({ text: start + text.slice(caret ?? 0) });
    setCaret(null);
    document.getElementById(fieldId)?.focus();
  };
  const { onBlur, ref, name: fieldName } = form.bound('text');
  return (
    <form {...form.props} className="customer-note stack gap-6">
      <FormField id={fieldId} label={t($ => $.note.title)} beside={t($ => $.note.hint)} fault={form.fault('text')}>
        <textarea
          id={fieldId}
          name={fieldName}
          ref={ref}
          className="input"
          rows={2}
          maxLength={noteChars}
          value={text}
          onBlur={onBlur}
          onChange={event => {
            setCaret(event.target.selectionStart);
            form.set({ text: event.target.value });
          }}
          onKeyDown={event => {
            const first = found[0];
            if (event.nativeEvent.isComposing || first === undefined) return;
            if (event.key === 'Escape') setCaret(null);
            else if (event.key === 'Enter') name(first);
            else return;
            event.preventDefault();
          }}
        />
      </FormField>
      {found.length > 0 && (
        <fieldset className="customer-people row wrap gap-4">
          <legend className="only-read">{t($ => $.note.people)}</legend>
          {found.map(person => (
            <button key={person.id} type="button" className="button" onClick={() => name(person)}>
              @{person.name}
            </button>
          ))}
        </fieldset>
      )}
      <span className="row to-end">
        <Button type="submit" loading={form.busy} disabled={text.trim() === ''}>
          {t($ => $.note.add)}
        </Button>
      </span>
    </form>
  );
};
