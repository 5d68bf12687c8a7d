import { endpoints, limits } from '@lianxian/contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { Input } from '../../ui/input.tsx';
import type { Given } from '../../ui/one-time-password.tsx';
import { toast } from '../../ui/toast.ts';
import { DepartmentSelect } from './department-select.tsx';
import { type Draft, draftOf, faultsOf, inputOf } from './person-draft.ts';
import { type Employee, useChange, usePositions, useRoles } from './use-staff.ts';

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
  readonly draft: Draft;
  readonly person: Employee | null;
  readonly faults: ReturnType<typeof faultsOf>;
  readonly disabled: boolean;
  readonly onChange: (part: Partial<Draft>) => void;
}

const SignIn = ({ draft, person, faults, onChange }: FieldsProps) => {
  const { t } = useTranslation('staff');
  return (
    <>
      <FormField
        id="person-account"
        label={t($ => $.form.account)}
        fault={faults.includes('account') ? t($ => $.form.needAccount) : undefined}
        hint={person ? t($ => $.form.accountFixed) : t($ => $.form.accountHint)}
      >
        <Input
          id="person-account"
          autoComplete="off"
          maxLength={limits.accountChars}
          disabled={person !== null}
          aria-describedby="person-account-note"
          value={draft.account}
          onChange={event => onChange({ account: event.target.value })}
        />
      </FormField>
      {person === null && (
        <FormField
          id="person-password"
          label={t($ => $.form.password)}
          fault={faults.includes('password') ? t($ => $.form.shortPassword) : undefined}
          hint={t($ => $.form.passwordHint)}
        >
          <Input
            id="person-password"
            type="password"
            autoComplete="new-password"
            maxLength={limits.longestPassword}
            aria-describedby="person-password-note"
            value={draft.password}
            onChange={event => onChange({ password: event.target.value })}
          />
        </FormField>
      )}
    </>
  );
};

const Facts = ({ draft, person, faults, disabled, onChange }: FieldsProps) => {
  const { t } = useTranslation('staff');
  const text = (field: 'name' | 'title' | 'phone', maxLength: number, fault?: string, hint?: string) => (
    <FormField id={`person-${field}`} label={t($ => $.form[field])} fault={fault} hint={hint}>
      <Input
        id={`person-${field}`}
        autoComplete="off"
        maxLength={maxLength}
        disabled={disabled}
        aria-describedby={fault || hint ? `person-${field}-note` : undefined}
        value={draft[field]}
        onChange={event => onChange({ [field]: event.target.value })}
      />
    </FormField>
  );
  const phone = person?.phone ? t($ => $.form.phoneKept, { phone: person.phone }) : undefined;
  return (
    <>
      <div className="staff-pair grid">
        {text('name', 50, faults.includes('name') ? t($ => $.form.needName) : undefined)}
        {text('title', 50)}
      </div>
      {text('phone', 20, undefined, phone)}
    </>
  );
};

/** Department, position and role. One's own role and department are given by others. */
const Place = ({ draft, person, disabled, onChange }: FieldsProps) => {
  const { t } = useTranslation('staff');
  const positions = usePositions().data?.list ?? [];
  const roles = useRoles().data?.list ?? [];
  const isOwner = person !== null && person.roleCode !== 'employee';
  const fixed = disabled || (person?.isSelf === true && !isOwner);
  return (
    <>
      <div className="staff-pair grid">
        <FormField id="person-department" label={t($ => $.form.department)}>
          <DepartmentSelect
            id="person-department"
            value={draft.departmentId}
            none={t($ => $.none)}
            disabled={fixed}
            onChange={departmentId => onChange({ departmentId })}
          />
        </FormField>
        <FormField id="person-position" label={t($ => $.form.position)}>
          <select
            id="person-position"
            className="plain-select"
            disabled={disabled}
            value={draft.positionId}
            onChange={event => onChange({ positionId: event.target.value })}
          >
            <option value="">{t($ => $.none)}</option>
            {positions.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </FormField>
      </div>
      {!isOwner && (
        <FormField
          id="person-role"
          label={t($ => $.form.role)}
          hint={fixed && !disabled ? t($ => $.form.own) : undefined}
        >
          <select
            id="person-role"
            className="plain-select"
            disabled={fixed}
            aria-describedby={fixed && !disabled ? 'person-role-note' : undefined}
            value={draft.roleId}
            onChange={event => onChange({ roleId: event.target.value })}
          >
            <option value="">{t($ => $.form.noRole)}</option>
            {roles.map(({ id, name, mayGive }) => (
              <option key={id} value={id} disabled={!mayGive && id !== person?.roleId}>
                {mayGive ? name : `${name}${t($ => $.form.beyond)}`}
              </option>
            ))}
          </select>
        </FormField>
      )}
    </>
  );
};

/** A person, added or changed. */
export const PersonDrawer = ({ person, departmentId, onSaved, onClose }: PersonDrawerProps) => {
  const { t } = useTranslation('staff');
  const [draft, setDraft] = useState(() => draftOf(person, departmentId));
  const [tried, setTried] = useState(false);
  const save = useChange(endpoints.oa.saveEmployee, ({ password }) => {
    toast.ok(person === null ? t($ => $.saved) : t($ => $.changed));
    onSaved(password === null ? null : { account: draft.account.trim(), password });
  });
  const all = faultsOf(draft, person);
  const disabled = person?.mayEdit === false;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (all.length === 0) save.mutate(inputOf(draft, person));
  };
  const fields: FieldsProps = {
    draft,
    person,
    faults: tried ? all : [],
    disabled,
    onChange: part => setDraft(before => ({ ...before, ...part })),
  };
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
            <Button kind="primary" type="submit" form="person-form" loading={save.isPending}>
              {person === null ? t($ => $.add) : t($ => $.save)}
            </Button>
          </>
        )
      }
    >
      <form id="person-form" className="staff-form" noValidate autoComplete="off" onSubmit={submit}>
        <Facts {...fields} />
        <SignIn {...fields} />
        <Place {...fields} />
      </form>
    </Drawer>
  );
};
