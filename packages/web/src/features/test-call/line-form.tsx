import { endpoints, type OutputOf } from '@lianxian/contract';
import { storedPassword, usualLine } from '@lianxian/core';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { lineFaults, lineNeeds } from '../../line/line-rules.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { bareProps } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';

interface LineFormProps {
  /** The line to change; null adds one. */
  readonly line: OutputOf<typeof endpoints.line.list>['list'][number] | null;
  readonly onClose: () => void;
  readonly onBack: () => void;
  readonly onSaved: (id: string) => void;
}

const fields = ['name', 'address', 'username', 'password', 'callerNumber'] as const;
type Field = (typeof fields)[number];
const blank: Record<Field, string> = { name: '', address: '', username: '', password: '', callerNumber: '' };
const shown = ({ name, address, username, callerNumber }: NonNullable<LineFormProps['line']>) => ({
  name,
  address,
  username,
  callerNumber,
});

/** The small line form: what a SIP server needs to take a call from us. A kept password is not shown; empty keeps it. */
export const LineForm = ({ line, onClose, onBack, onSaved }: LineFormProps) => {
  const { t } = useTranslation('shell');
  const queries = useQueryClient();
  const wholeOf = (typed: Record<Field, string>) => ({ ...usualLine, ...line, ...typed });
  const form = useEndpointForm({
    endpoint: endpoints.line.save,
    start: { ...blank, ...(line && shown(line)) },
    input: typed => ({ ...typed, ...(line && { id: line.id, domain: line.domain }) }),
    wants: typed => lineNeeds(wholeOf(typed), line),
    check: typed => lineFaults(wholeOf(typed), line),
    onDone: async ({ id }) => {
      toast.ok(line ? t($ => $.lineForm.changed) : t($ => $.lineForm.saved));
      await Promise.all(['line/list', 'line/options'].map(key => queries.invalidateQueries({ queryKey: [key] })));
      onSaved(id);
    },
  });
  const asksAgain = storedPassword(line, wholeOf(form.values)) === 'ofElsewhere';
  const hints: Partial<Record<Field, string>> = {
    address: t($ => $.lineForm.addressHint),
    callerNumber: t($ => $.lineForm.callerHint),
    ...(asksAgain && { password: t($ => $.lineForm.passwordAgain) }),
  };
  const placeholders: Partial<Record<Field, string>> = {
    name: t($ => $.lineForm.namePlaceholder),
    ...(line?.hasPassword && !asksAgain ? { password: t($ => $.lineForm.passwordKept) } : {}),
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
        <Button kind="primary" type="submit" form={form.props.id} loading={form.busy}>
          {t($ => $.lineForm.save)}
        </Button>
      }
    >
      <form {...form.props} className="test-call-line-form grid gap-10">
        {fields.map(name => (
          <div key={name}>
            <label className="flex gap-4" htmlFor={form.idOf(name)}>
              {t($ => $.lineForm[name])}
              {form.limits(name).needed ? (
                <span aria-hidden="true">*</span>
              ) : (
                <em className="hint push">{t($ => $.lineForm.optional)}</em>
              )}
            </label>
            <Input
              {...bareProps(form, name)}
              type={name === 'password' ? 'password' : 'text'}
              autoComplete={name === 'password' ? 'new-password' : 'off'}
              placeholder={placeholders[name] ?? ''}
              aria-describedby={`${form.idOf(name)}-note`}
            />
            <p id={`${form.idOf(name)}-note`} className={form.fault(name) ? 'wrong' : 'hint'}>
              {form.fault(name) ?? hints[name]}
            </p>
          </div>
        ))}
      </form>
    </Drawer>
  );
};
