import { useTranslation } from 'react-i18next';
import { FormField } from '../../ui/form-field.tsx';
import { Input } from '../../ui/input.tsx';
import { type Draft, type Fault, type Limit, limits } from './draft.ts';
import type { AccountRow } from './use-accounts.ts';
import '../../ui/plain-select.css';

interface ProfileFormProps {
  readonly id: string;
  readonly draft: Draft;
  readonly isNew: boolean;
  readonly faults: ReadonlySet<Fault>;
  /** Resellers to choose from; null: nobody chooses here. */
  readonly resellers: readonly Pick<AccountRow, 'id' | 'name'>[] | null;
  readonly onPut: (part: Partial<Draft>) => void;
  readonly onSubmit: () => void;
}

type TextName = 'number' | 'name' | 'contactName' | 'contactPhone' | 'remark' | 'account' | 'ownerName';
const lengths: Readonly<Record<TextName, number>> = {
  number: 20,
  name: 50,
  contactName: 50,
  contactPhone: 20,
  remark: 200,
  account: 50,
  ownerName: 50,
};

/** Number, name, contact, quotas, and of a new one who signs in first. */
export const ProfileForm = ({ id, draft, isNew, faults, resellers, onPut, onSubmit }: ProfileFormProps) => {
  const { t } = useTranslation('merchants');
  const wrong: Readonly<Record<Exclude<Fault, Limit>, string>> = {
    number: t($ => $.drawer.wrongNumber),
    name: t($ => $.drawer.needName),
    contactPhone: t($ => $.drawer.wrongPhone),
    account: t($ => $.drawer.needAccount),
    ownerName: t($ => $.drawer.needOwnerName),
  };
  const text = (name: TextName, hint?: string) => {
    const field = `account-${name}`;
    const fault = name in wrong && faults.has(name as Fault) ? wrong[name as keyof typeof wrong] : undefined;
    return (
      <FormField id={field} label={t($ => $.drawer[name])} fault={fault} hint={hint}>
        <Input
          id={field}
          autoComplete="off"
          maxLength={lengths[name]}
          wrong={Boolean(fault)}
          aria-describedby={fault || hint ? `${field}-note` : undefined}
          value={draft[name]}
          onChange={event => onPut({ [name]: event.target.value })}
        />
      </FormField>
    );
  };
  const limit = (name: Limit, unit: string) => {
    const field = `account-${name}`;
    const fault = faults.has(name) ? t($ => $.drawer.wrongLimit, limits[name]) : undefined;
    return (
      <FormField id={field} label={t($ => $.drawer[name])} fault={fault}>
        <Input
          id={field}
          inputMode="numeric"
          maxLength={6}
          after={<span>{unit}</span>}
          wrong={Boolean(fault)}
          aria-describedby={fault ? `${field}-note` : undefined}
          value={draft[name]}
          onChange={event => onPut({ [name]: event.target.value })}
        />
      </FormField>
    );
  };
  return (
    <form
      id={id}
      className="admin-form"
      noValidate
      autoComplete="off"
      onSubmit={event => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className="admin-pair grid">
        {text('name')}
        {isNew
          ? text(
              'number',
              t($ => $.drawer.numberHint),
            )
          : text('contactName')}
        {isNew && text('contactName')}
        {text('contactPhone')}
      </div>
      {resellers && (
        <FormField id="account-reseller" label={t($ => $.drawer.reseller)}>
          <select
            id="account-reseller"
            className="plain-select"
            value={draft.resellerId}
            onChange={event => onPut({ resellerId: event.target.value })}
          >
            <option value="">{t($ => $.drawer.direct)}</option>
            {resellers.map(reseller => (
              <option key={reseller.id} value={reseller.id}>
                {reseller.name}
              </option>
            ))}
          </select>
        </FormField>
      )}
      {isNew && (
        <>
          <h3>{t($ => $.drawer.owner)}</h3>
          <div className="admin-pair grid">
            {text('account')}
            {text('ownerName')}
          </div>
        </>
      )}
      <h3>{t($ => $.drawer.quotas)}</h3>
      <div className="admin-three grid">
        {limit(
          'employeeLimit',
          t($ => $.drawer.employeesUnit),
        )}
        {limit(
          'seatLimit',
          t($ => $.drawer.seatsUnit),
        )}
        {limit(
          'channelLimit',
          t($ => $.drawer.channelsUnit),
        )}
      </div>
      {text(
        'remark',
        t($ => $.drawer.remarkHint),
      )}
    </form>
  );
};
