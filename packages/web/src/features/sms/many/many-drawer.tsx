import { fillTemplate, LINK_NAME } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { SelectField } from '../../../ui/form/fields.tsx';
import type { EndpointForm } from '../../../ui/form/use-endpoint-form.ts';
import { count } from '../../../ui/format.ts';
import { Empty, ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { MessageText } from '../../../work/sms/message-text.tsx';
import { type SmsOption, type SmsOptions, useSmsOptions } from '../../../work/sms/use-sms-options.ts';
import { VariableFields } from '../../../work/sms/variable-fields.tsx';
import { CountedFacts } from './counted-facts.tsx';
import { PeopleFields } from './people-fields.tsx';
import type { PickedCustomers } from './recipients.ts';
import { type TypedMany, useManyForm } from './use-many-form.ts';

/** What is not given is filled for each: it stands there by its name. */
const textOf = (option: SmsOption, variables: TypedMany['variables']): string => {
  const shown = option.variables.map(name => [name, variables[name]?.trim() || `\${${name}}`]);
  return fillTemplate(option, Object.fromEntries(shown), `\${${LINK_NAME}}`).text;
};

const What = ({ form, options }: { form: EndpointForm<TypedMany>; options: SmsOptions }) => {
  const { t } = useTranslation('sms');
  const { templateId, variables } = form.values;
  const option = options.list.find(({ id }) => id === templateId);
  return (
    <>
      <SelectField form={form} name="templateId" label={t($ => $.many.choose)}>
        {options.list.map(({ id, name, kind }) => (
          <option key={id} value={id}>
            {name} · {t($ => $.kind[kind])}
          </option>
        ))}
      </SelectField>
      {option && (
        <>
          <div className="sms-part">
            <MessageText text={textOf(option, variables)} price={options.price} />
          </div>
          <div className="sms-part">
            <VariableFields
              names={option.variables}
              values={variables}
              hint={t($ => $.many.valuesHint)}
              onChange={next => form.set({ variables: next })}
            />
          </div>
        </>
      )}
    </>
  );
};

interface FormProps {
  readonly options: SmsOptions;
  readonly picked: PickedCustomers | null;
  readonly onDone: (batchId: string) => void;
  readonly onClose: () => void;
}

const ManyForm = ({ options, picked, onDone, onClose }: FormProps) => {
  const { t } = useTranslation('sms');
  const { form, counted, counting } = useManyForm(options.list[0]?.id ?? '', picked, onDone);
  const { of, phones } = form.values;
  const isReady = of !== 'phones' || phones.trim() !== '';
  const countIt = () => counting.mutate(form.values);
  return (
    <Drawer
      title={t($ => $.many.add)}
      closeLabel={t($ => $.close)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t($ => $.cancel)}</Button>
          {counted ? (
            <Button
              kind="primary"
              type="submit"
              form={form.props.id}
              disabled={counted.people === 0}
              loading={form.busy}
            >
              {t($ => $.many.send, { n: count(counted.people) })}
            </Button>
          ) : (
            <Button kind="primary" disabled={!isReady} loading={counting.isPending} onClick={countIt}>
              {t($ => $.many.count)}
            </Button>
          )}
        </>
      }
    >
      <form {...form.props} className="sms-form">
        <What form={form} options={options} />
        <PeopleFields form={form} />
        {counting.isError && <ErrorPanel title={t($ => $.many.countFailed)} error={counting.error} onAgain={countIt} />}
        {counted && <CountedFacts counted={counted} />}
      </form>
    </Drawer>
  );
};

interface ManyDrawerProps {
  /** Customers that were chosen elsewhere. */
  readonly picked: PickedCustomers | null;
  readonly onDone: (batchId: string) => void;
  readonly onTemplates: () => void;
  readonly onClose: () => void;
}

/** One message to many: what, to whom, and what it costs before it goes. */
export const ManyDrawer = ({ onTemplates, ...ways }: ManyDrawerProps) => {
  const { t } = useTranslation('sms');
  const options = useSmsOptions();
  if (options.data && options.data.list.length > 0) return <ManyForm {...ways} options={options.data} />;
  return (
    <Drawer title={t($ => $.many.add)} closeLabel={t($ => $.close)} onClose={ways.onClose}>
      {options.isPending && <Skeleton rows={6} />}
      {options.isError && (
        <ErrorPanel title={t($ => $.template.failed)} error={options.error} onAgain={() => void options.refetch()} />
      )}
      {options.data && (
        <Empty title={t($ => $.many.noUsable)} hint={t($ => $.many.noUsableHint)}>
          <Button onClick={onTemplates}>{t($ => $.many.toTemplates)}</Button>
        </Empty>
      )}
    </Drawer>
  );
};
