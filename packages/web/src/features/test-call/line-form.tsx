import { endpoints, type OutputOf } from '@lianxian/contract';
import { goesElsewhere } from '@lianxian/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';

interface LineFormProps {
  /** The line to change; null adds one. */
  readonly line: OutputOf<typeof endpoints.line.list>['list'][number] | null;
  readonly onClose: () => void;
  readonly onBack: () => void;
  readonly onSaved: (id: string) => void;
}

const fields = [
  { name: 'name', maxLength: 50, needed: true },
  { name: 'address', maxLength: 255, needed: true },
  { name: 'username', maxLength: 100, needed: false },
  { name: 'password', maxLength: 200, needed: false },
  { name: 'callerNumber', maxLength: 20, needed: false },
] as const;
type Field = (typeof fields)[number]['name'];
const blank: Record<Field, string> = { name: '', address: '', username: '', password: '', callerNumber: '' };
const shown = ({ name, address, username, callerNumber }: NonNullable<LineFormProps['line']>) => ({
  name,
  address,
  username,
  callerNumber,
});

/** The small line form: what a SIP server needs to take a call from us. A kept password is not shown; empty keeps it. */
export const LineForm = ({ line, onClose, onBack, onSaved }: LineFormProps) => {
  const { t } = useTranslation('console');
  const queries = useQueryClient();
  const [typed, setTyped] = useState<Record<Field, string>>({ ...blank, ...(line && shown(line)) });
  const [wrong, setWrong] = useState<Partial<Record<Field, string>>>({});
  const save = useMutation({
    mutationFn: () => call(endpoints.line.save, { ...typed, ...(line && { id: line.id, domain: line.domain }) }),
    onSuccess: async ({ id }) => {
      toast.ok(line ? t($ => $.lineForm.changed) : t($ => $.lineForm.saved));
      await Promise.all(['line/list', 'line/options'].map(key => queries.invalidateQueries({ queryKey: [key] })));
      onSaved(id);
    },
  });
  const hints: Partial<Record<Field, string>> = {
    address: t($ => $.lineForm.addressHint),
    callerNumber: t($ => $.lineForm.callerHint),
  };
  const asksAgain = line?.hasPassword === true && goesElsewhere(line, { ...line, ...typed });
  const placeholders: Partial<Record<Field, string>> = {
    name: t($ => $.lineForm.namePlaceholder),
    ...(line?.hasPassword && !asksAgain ? { password: t($ => $.lineForm.passwordKept) } : {}),
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const lacking = fields.filter(field => field.needed && typed[field.name].trim() === '');
    const isAsked = asksAgain && typed.password === '' && typed.username.trim() !== '';
    setWrong({
      ...Object.fromEntries(
        lacking.map(({ name }) => [name, t($ => $.lineForm.needed, { what: t($ => $.lineForm[name]) })]),
      ),
      ...(isAsked && { password: t($ => $.lineForm.passwordAgain) }),
    });
    if (lacking.length === 0 && !isAsked) save.mutate();
  };
  return (
    <Drawer
      title={
        <>
          <button type="button" className="icon-button" aria-label={t($ => $.lineForm.back)} onClick={onBack}>
            <ArrowLeft size={18} aria-hidden="true" />
          </button>
          {line ? t($ => $.testCall.changeLine) : t($ => $.lineForm.title)}
        </>
      }
      closeLabel={t($ => $.testCall.close)}
      onClose={onClose}
      footer={
        <Button kind="primary" type="submit" form="line-form" loading={save.isPending}>
          {t($ => $.lineForm.save)}
        </Button>
      }
    >
      <form id="line-form" className="test-call-line-form grid gap-10" noValidate onSubmit={submit} autoComplete="off">
        {fields.map(({ name, maxLength, needed }) => (
          <div key={name}>
            <label className="flex gap-4" htmlFor={`line-${name}`}>
              {t($ => $.lineForm[name])}
              {needed ? (
                <span aria-hidden="true">*</span>
              ) : (
                <em className="hint push">{t($ => $.lineForm.optional)}</em>
              )}
            </label>
            <Input
              id={`line-${name}`}
              name={name}
              type={name === 'password' ? 'password' : 'text'}
              autoComplete={name === 'password' ? 'new-password' : 'off'}
              maxLength={maxLength}
              placeholder={placeholders[name] ?? ''}
              value={typed[name]}
              wrong={Boolean(wrong[name])}
              aria-describedby={`line-${name}-note`}
              onChange={event => setTyped(before => ({ ...before, [name]: event.target.value }))}
            />
            <p id={`line-${name}-note`} className={wrong[name] ? 'wrong' : 'hint'}>
              {wrong[name] ?? hints[name]}
            </p>
          </div>
        ))}
      </form>
    </Drawer>
  );
};
