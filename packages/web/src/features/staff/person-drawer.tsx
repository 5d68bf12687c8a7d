import { endpoints } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { openPreview } from '../../api/token.ts';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { type EndpointForm, useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { FormField } from '../../ui/form-field.tsx';
import type { Given } from '../../ui/one-time-password.tsx';
import { toast } from '../../ui/toast.ts';
import { DepartmentSelect } from './department-select.tsx';
import { type Draft, draftOf, inputOf } from './person-draft.ts';
import { type Employee, usePositions, useRoles, useStaffChanged } from './use-staff.ts';

interface PersonDrawerProps {
  /** The person to change; null adds one. */
  readonly person: Employee | null;
  /** Where somebody new is put: the department that is looked at. */
  readonly departmentId: string;
  /** With a one-time password when one was made. */
  readonly onSaved: (added: Given | null) => void;
  readonly onClose: () => void;
}

interface FieldsProps {
  readonly form: EndpointForm<Draft>;
  readonly person: Employee | null;
  readonly disabled: boolean;
}

const SignIn = ({ form, person }: FieldsProps) => {
  const { t } = useTranslation('staff');
  return (
    <>
      <TextField
        form={form}
        name="account"
        label={t($ => $.form.account)}
        hint={person ? t($ => $.form.accountFixed) : t($ => $.form.accountHint)}
        autoComplete="off"
        disabled={person !== null}
      />
      {person === null && (
        <TextField
          form={form}
          name="password"
          label={t($ => $.form.password)}
          hint={t($ => $.form.passwordHint)}
          type="password"
          autoComplete="new-password"
        />
      )}
    </>
  );
};

const Facts = ({ form, person, disabled }: FieldsProps) => {
  const { t } = useTranslation('staff');
  const text = (name: 'name' | 'title' | 'phone', hint?: string) => (
    <TextField
      form={form}
      name={name}
      label={t($ => $.form[name])}
      hint={hint}
      autoComplete="off"
      disabled={disabled}
    />
  );
  return (
    <>
      <div className="staff-pair grid">
        {text('name')}
        {text('title')}
      </div>
      {text('phone', person?.phone ? t($ => $.form.phoneKept, { phone: person.phone }) : undefined)}
    </>
  );
};

/** Department, position and role. One's own role and department are given by others. */
const Place = ({ form, person, disabled }: FieldsProps) => {
  const { t } = useTranslation('staff');
  const positions = usePositions().data?.list ?? [];
  const roles = useRoles().data?.list ?? [];
  const isOwner = person !== null && person.roleCode !== 'employee';
  const fixed = disabled || (person?.isSelf === true && !isOwner);
  return (
    <>
      <div className="staff-pair grid">
        <FormField id={form.idOf('departmentId')} label={t($ => $.form.department)} fault={form.fault('departmentId')}>
          <DepartmentSelect
            id={form.idOf('departmentId')}
            value={form.values.departmentId}
            none={t($ => $.none)}
            disabled={fixed}
            onChange={departmentId => form.set({ departmentId })}
          />
        </FormField>
        <SelectField form={form} name="positionId" label={t($ => $.form.position)} disabled={disabled}>
          <option value="">{t($ => $.none)}</option>
          {positions.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      {!isOwner && (
        <SelectField
          form={form}
          name="roleId"
          label={t($ => $.form.role)}
          hint={fixed && !disabled ? t($ => $.form.own) : undefined}
          disabled={fixed}
        >
          <option value="">{t($ => $.form.noRole)}</option>
          {roles.map(({ id, name, mayGive }) => (
            <option key={id} value={id} disabled={!mayGive && id !== person?.roleId}>
              {mayGive ? name : `${name}${t($ => $.form.beyond)}`}
            </option>
          ))}
        </SelectField>
      )}
    </>
  );
};

/** Opens a window that looks with this person's eyes; what was typed here stays. */
const Preview = ({ person }: { person: Employee }) => {
  const { t } = useTranslation('staff');
  const begin = useMutation({
    mutationFn: () => call(endpoints.oa.preview, { id: person.id }),
    onSuccess: ({ token }) => {
      if (!openPreview(token)) toast.bad(t($ => $.preview.blocked));
    },
  });
  return (
    <Button icon={<Eye size={14} aria-hidden="true" />} loading={begin.isPending} onClick={() => begin.mutate()}>
      {t($ => $.preview.begin)}
    </Button>
  );
};

/** A person, added or changed. */
export const PersonDrawer = ({ person, departmentId, onSaved, onClose }: PersonDrawerProps) => {
  const { t } = useTranslation('staff');
  const changed = useStaffChanged();
  const form = useEndpointForm({
    endpoint: endpoints.oa.saveEmployee,
    start: draftOf(person, departmentId),
    input: draft => inputOf(draft, person),
    wants: person === null ? ['account'] : [],
    onDone: ({ password }, { account }) => {
      toast.ok(person === null ? t($ => $.saved) : t($ => $.changed));
      onSaved(password === null ? null : { account: account.trim(), password });
      return changed();
    },
  });
  const disabled = person?.mayEdit === false;
  const fields: FieldsProps = { form, person, disabled };
  return (
    <Drawer
      title={person === null ? t($ => $.form.add) : t($ => $.form.edit)}
      subject={person?.id ?? 'new'}
      closeLabel={t($ => $.close)}
      onClose={onClose}
      footer={
        disabled ? (
          <span className="hint">{t($ => $.form.locked)}</span>
        ) : (
          <>
            <Button onClick={onClose}>{t($ => $.cancel)}</Button>
            {person?.mayPreview && <Preview person={person} />}
            <Button kind="primary" type="submit" form={form.props.id} loading={form.busy}>
              {person === null ? t($ => $.add) : t($ => $.save)}
            </Button>
          </>
        )
      }
    >
      <form {...form.props} className="staff-form">
        <Facts {...fields} />
        <SignIn {...fields} />
        <Place {...fields} />
      </form>
    </Drawer>
  );
};
