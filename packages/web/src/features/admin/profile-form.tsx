import { useTranslation } from 'react-i18next';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import type { quotas } from './draft.ts';
import type { Profile } from './profile.tsx';

type TextName = 'number' | 'name' | 'contactName' | 'contactPhone' | 'remark' | 'account' | 'ownerName';

/** Number, name, contact, quotas, and of a new one who signs in first. */
export const ProfileForm = ({ form, isNew, resellers }: Profile) => {
  const { t } = useTranslation('merchants');
  const text = (name: TextName, hint?: string) => (
    <TextField form={form} name={name} label={t($ => $.drawer[name])} hint={hint} autoComplete="off" />
  );
  const quota = (name: (typeof quotas)[number], unit: string) => (
    <TextField form={form} name={name} label={t($ => $.drawer[name])} after={<span>{unit}</span>} />
  );
  return (
    <form {...form.props} className="admin-form">
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
        <SelectField form={form} name="resellerId" label={t($ => $.drawer.reseller)}>
          <option value="">{t($ => $.drawer.direct)}</option>
          {resellers.map(reseller => (
            <option key={reseller.id} value={reseller.id}>
              {reseller.name}
            </option>
          ))}
        </SelectField>
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
        {quota(
          'employeeLimit',
          t($ => $.drawer.employeesUnit),
        )}
        {quota(
          'seatLimit',
          t($ => $.drawer.seatsUnit),
        )}
        {quota(
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
