import { customerFieldWord } from '@lianxian/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isGone } from '../api/wire.ts';
import { saidLanguage } from '../text/said.ts';
import { Button } from '../ui/button.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { Empty, ErrorPanel, Skeleton } from '../ui/panels.tsx';
import { isWithin, leave } from '../ui/unsaved/unsaved.ts';
import { SendSmsButton } from '../work/sms/send-sms-button.tsx';
import { BasicFields } from './basic-fields.tsx';
import { CallCustomer } from './call-customer.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import { CustomerHead } from './customer-head.tsx';
import { parameterKeys, valuesOf } from './customer-values.ts';
import { NoteBox } from './note-box.tsx';
import type { CustomerOf, CustomerState } from './open-customer.ts';
import { ParameterFields, TemporaryFields } from './parameter-fields.tsx';
import { ElsesCustomer } from './phone-standing.tsx';
import { Timeline } from './timeline.tsx';
import { type Customer, useCustomer, useCustomerChoices, useSeesLibrary } from './use-customer.ts';
import { type CustomerTab, useCustomerForm } from './use-customer-form.ts';
import './customer.css';

interface CustomerDrawerProps {
  readonly of: CustomerOf;
  readonly state: CustomerState;
  /** ↑ ↓ go to the customers beside. */
  readonly walks?: boolean;
  readonly onClose: () => void;
  /** Another takes its place: who was just added, or who has the number already. */
  readonly onOpen: (id: string) => void;
}

type Found = NonNullable<ReturnType<typeof useCustomer>['data']>;
const nobody: Found = { customer: null, known: null, elses: false, temporary: null, names: [] };

interface TabsProps {
  readonly tabs: readonly { readonly key: CustomerTab; readonly text: string; readonly beside?: string }[];
  readonly tab: CustomerTab;
  readonly id: string;
  readonly onTab: (tab: CustomerTab) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Tabs as ARIA has them: ← → go from one to the next. */
const Tabs = ({ tabs, tab, id, onTab }: TabsProps) => {
  const { t } = useTranslation('customer');
  return (
    <div
      className="view-tabs customer-tabs"
      role="tablist"
      aria-label={t($ => $.tabs.label)}
      onKeyDown={event => {
        const step = steps[event.key];
        if (step === undefined) return;
        event.preventDefault();
        const at = tabs.findIndex(({ key }) => key === tab);
        const next = tabs[(at + step + tabs.length) % tabs.length];
        if (!next) return;
        onTab(next.key);
        document.getElementById(`${id}-${next.key}`)?.focus();
      }}
    >
      {tabs.map(({ key, text, beside }) => (
        <button
          key={key}
          id={`${id}-${key}`}
          type="button"
          role="tab"
          aria-selected={key === tab}
          aria-controls={`${id}-panel`}
          tabIndex={key === tab ? 0 : -1}
          onClick={() => onTab(key)}
        >
          {text} {beside && <small>{beside}</small>}
        </button>
      ))}
    </div>
  );
};

interface FormPartProps extends Pick<CustomerDrawerProps, 'state' | 'onOpen' | 'onClose'> {
  readonly found: Found;
  readonly logid: string;
}

/** The form and what stands round it, of one customer or of somebody new. */
const FormPart = ({ found, state, logid, onOpen, onClose }: FormPartProps) => {
  const { t } = useTranslation('customer');
  const id = useId();
  const [tab, setTab] = useState<CustomerTab>('basic');
  const { known } = found;
  const sees = useSeesLibrary();
  const { form, base, conflict, settle } = useCustomerForm({
    ...{ customer: found.customer, known, logid },
    values: valuesOf(found.customer, known),
    onTab: setTab,
    onAdded: onOpen,
  });
  const { customer } = base;
  const isNew = customer === null;
  const ofPlan = useCustomerChoices(found.names.length === 0)?.parameters ?? [];
  const names = found.names.length > 0 ? found.names : ofPlan;
  const filled = parameterKeys.filter(key => form.values[key] !== '').length;
  // From the library there is no call, and so nothing that one knew.
  const temporary = state === 3 ? null : found.temporary;
  const tabs = [
    { key: 'basic', text: t($ => $.tabs.basic) },
    {
      key: 'dynamic',
      text: t($ => $.tabs.dynamic),
      beside: t($ => $.filled, { n: filled, of: parameterKeys.length }),
    },
    ...(state === 3 ? [] : [{ key: 'temporary', text: t($ => $.tabs.temporary) } as const]),
  ] as const;
  const blank = Object.fromEntries([...parameterKeys, 'name'].map(key => [key, ''])) as NonNullable<typeof temporary>;
  return (
    <>
      <div className="customer-scroll fill low">
        {customer && <CustomerHead customer={found.customer ?? customer} />}
        {conflict && <ConflictPanel conflict={conflict} settle={settle} onSave={() => queueMicrotask(form.submit)} />}
        <Tabs tabs={tabs} tab={tab} id={id} onTab={setTab} />
        <form {...form.props} className="customer-form">
          <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${tab}`}>
            {tab === 'basic' && (
              <BasicFields form={form} isFixed={!isNew || known !== null} customer={customer} onOpen={onOpen} />
            )}
            {tab === 'dynamic' && <ParameterFields form={form} names={names} />}
            {tab === 'temporary' && (
              <TemporaryFields
                temporary={temporary ?? blank}
                names={names}
                nameLabel={customerFieldWord('name', saidLanguage())}
              />
            )}
          </div>
        </form>
        {customer && sees && tab === 'basic' && (
          <div key={customer.id} className="customer-past stack gap-14">
            <NoteBox id={customer.id} />
            <Timeline id={customer.id} />
          </div>
        )}
      </div>
      <footer className="customer-foot row gap-10 fixed">
        <span className="small ink2" role="status">
          {form.isChanged && t($ => $.changed)}
        </span>
        <span className="row gap-8 push">
          <Button onClick={event => leave(isWithin(event.currentTarget.closest('.drawer')), onClose)}>
            {t($ => $.cancel)}
          </Button>
          <Button kind="primary" type="submit" form={form.props.id} loading={form.busy}>
            {isNew ? t($ => $.submit.add) : t($ => $.submit.edit)}
          </Button>
        </span>
      </footer>
    </>
  );
};

const NotThere = ({ error, onAgain }: { error: Error; onAgain: () => void }) => {
  const { t } = useTranslation('customer');
  return isGone(error) ? (
    <Empty scoped title={t($ => $.gone)} />
  ) : (
    <ErrorPanel title={t($ => $.failed)} error={error} onAgain={onAgain} />
  );
};

/**
 * 添加客户信息 or 编辑客户信息, 600 wide: from the library, a call, a task or the console. Its type moves with the call it
 * was opened from.
 */
export const CustomerDrawer = ({ of, state, walks = false, onClose, onOpen }: CustomerDrawerProps) => {
  const { t } = useTranslation('customer');
  const subject = of === 'new' ? 'new' : Object.values(of).join();
  const query = useCustomer(of);
  const found = of === 'new' ? nobody : query.data;
  const customer: Customer | null = found?.customer ?? null;
  const isEdit = of !== 'new' && (customer !== null || !found);
  const logid = of !== 'new' && 'logid' in of ? of.logid : '';
  return (
    <Drawer
      subject={subject}
      title={isEdit ? t($ => $.edit) : t($ => $.add)}
      status={
        <>
          {walks && customer && (
            <span className="row gap-4 small ink2 whole" aria-hidden="true">
              <kbd>↑</kbd>
              <kbd>↓</kbd> {t($ => $.walk)}
            </span>
          )}
          {customer && (
            <span className="fill row gap-10 to-end">
              <SendSmsButton to={{ shown: customer.phone, phone: customer.dial }} />
              <CallCustomer customer={customer} />
            </span>
          )}
        </>
      }
      closeLabel={t($ => $.close)}
      onClose={onClose}
    >
      {query.isError && !found && <NotThere error={query.error} onAgain={() => void query.refetch()} />}
      {!query.isError && !found && <Skeleton rows={10} />}
      {found?.elses && <ElsesCustomer phone={found.known?.dial ?? ''} />}
      {found && !found.elses && (
        <FormPart key={`${subject} ${customer?.id ?? ''}`} {...{ found, state, logid, onOpen, onClose }} />
      )}
    </Drawer>
  );
};
