import { endpoints } from '@lianxian/contract';
import { type AccessKey, type Button as ButtonKey, dataScopes, roleTemplateNames } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { type EndpointForm, useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { Segments } from '../../ui/segments.tsx';
import { toast } from '../../ui/toast.ts';
import { choosePages, keyGroups, offeredButtons } from './role-keys.ts';
import { type Role, useRoles, useStaffChanged, useTemplates } from './use-staff.ts';

type Held = Pick<Role, 'rights' | 'buttons' | 'scope'>;
type Draft = Held & { readonly name: string; readonly template: Role['template'] };

/** A colon is no part of a word's key. */
type Word<T extends string> = T extends `${infer Room}:${infer Act}` ? `${Room}_${Act}` : T;
const wordOf = (button: ButtonKey) => button.replace(':', '_') as Word<ButtonKey>;

const blank: Held = { rights: [], buttons: [], scope: 'own' };
const toggled = <T,>(all: readonly T[], one: T): T[] =>
  all.includes(one) ? all.filter(each => each !== one) : [...all, one];

interface FieldsProps {
  readonly form: EndpointForm<Draft>;
  readonly disabled: boolean;
}

/** What whoever looks holds, and so may put into a role; all else is refused, and its box is shut. */
const useMayGive = (): Held => useRoles().data?.mayGive ?? blank;

/** A group is a choice of all its pages that may be given: chosen, some of them, none. */
const Pages = ({ form: { values, set }, disabled }: FieldsProps) => {
  const { t } = useTranslation('staff');
  const mayGive = useMayGive().rights;
  const choose = (pages: readonly AccessKey[], isChosen: boolean) =>
    set({ rights: choosePages(values.rights, { pages, isChosen, mayGive }) });
  return (
    <fieldset className="staff-rights">
      <legend>{t($ => $.role.pages)}</legend>
      {keyGroups.map(({ group, keys }) => {
        const held = keys.filter(key => values.rights.includes(key));
        const given = keys.filter(key => mayGive.includes(key));
        return (
          <div className="grid" key={group}>
            <label className="row gap-6">
              <input
                type="checkbox"
                disabled={disabled || given.length === 0}
                checked={given.length > 0 && given.every(key => held.includes(key))}
                ref={box => {
                  if (box) box.indeterminate = held.length > 0 && !given.every(key => held.includes(key));
                }}
                onChange={event => choose(keys, event.target.checked)}
              />
              {t($ => $.role.groupItself, { name: t($ => $.role.groups[group]) })}
            </label>
            {keys.map(key => (
              <label className="row gap-6" key={key}>
                <input
                  type="checkbox"
                  disabled={disabled || !mayGive.includes(key)}
                  checked={values.rights.includes(key)}
                  onChange={event => choose([key], event.target.checked)}
                />
                {t($ => $.role.keys[key])}
              </label>
            ))}
          </div>
        );
      })}
    </fieldset>
  );
};

const Buttons = ({ form: { values, set }, disabled }: FieldsProps) => {
  const { t } = useTranslation('staff');
  const mayGive = useMayGive().buttons;
  return (
    <fieldset className="staff-rights">
      <legend>{t($ => $.role.buttons)}</legend>
      <div className="grid">
        {offeredButtons.map(button => (
          <label className="row gap-6" key={button}>
            <input
              type="checkbox"
              disabled={disabled || !mayGive.includes(button)}
              checked={values.buttons.includes(button)}
              onChange={() => set({ buttons: toggled(values.buttons, button) })}
            />
            {t($ => $.role.buttonNames[wordOf(button)])}
          </label>
        ))}
      </div>
    </fieldset>
  );
};

/** Where a new role begins: at a template of A-09, or at nothing. */
const Template = ({ form: { values, set } }: Pick<FieldsProps, 'form'>) => {
  const { t } = useTranslation('staff');
  const templates = useTemplates().data?.list ?? [];
  const mayGive = useMayGive();
  const options = [
    { value: 'blank', text: t($ => $.role.blank) },
    ...roleTemplateNames.map(value => ({ value, text: t($ => $.role.templates[value]) })),
  ] as const;
  return (
    <div className="form-field">
      <span>{t($ => $.role.template)}</span>
      <Segments
        label={t($ => $.role.template)}
        options={options}
        value={values.template ?? 'blank'}
        onChange={value => {
          const { template, ...held } = templates.find(each => each.template === value) ?? { template: null, ...blank };
          const rights = held.rights.filter(key => mayGive.rights.includes(key));
          const buttons = held.buttons.filter(button => mayGive.buttons.includes(button));
          set({
            template,
            ...held,
            rights,
            buttons,
            name: values.name || (template ? t($ => $.role.templates[template]) : ''),
          });
        }}
      />
    </div>
  );
};

interface RoleDrawerProps {
  /** The role to change; null adds one. */
  readonly role: Role | null;
  /** Whether who looks may change roles at all. */
  readonly mayEdit: boolean;
  readonly onClose: () => void;
}

const draftOf = (role: Role | null): Draft => ({
  name: role?.name ?? '',
  template: role?.template ?? null,
  rights: role?.rights ?? blank.rights,
  buttons: role?.buttons ?? blank.buttons,
  scope: role?.scope ?? blank.scope,
});

/** A role: its pages as the menu groups them, its buttons in plain words, whose data it sees. */
export const RoleDrawer = ({ role, mayEdit, onClose }: RoleDrawerProps) => {
  const { t } = useTranslation('staff');
  const changed = useStaffChanged();
  const disabled = !mayEdit || role?.mayGive === false;
  const form = useEndpointForm({
    endpoint: endpoints.role.save,
    start: draftOf(role),
    input: ({ template, ...held }) => ({ ...held, ...(template && { template }), ...(role && { id: role.id }) }),
    onDone: () => {
      toast.ok(
        role && role.people > 0
          ? t($ => $.role.changedNow, { n: role.people })
          : role
            ? t($ => $.changed)
            : t($ => $.saved),
      );
      onClose();
      return changed();
    },
  });
  return (
    <Drawer
      title={role ? t($ => $.role.edit) : t($ => $.role.add)}
      subject={role?.id ?? 'new'}
      closeLabel={t($ => $.close)}
      onClose={onClose}
      footer={
        disabled ? (
          <span className="hint">{mayEdit ? t($ => $.role.beyond) : t($ => $.role.wholeOnly)}</span>
        ) : (
          <>
            <Button onClick={onClose}>{t($ => $.cancel)}</Button>
            <Button kind="primary" type="submit" form={form.props.id} loading={form.busy}>
              {t($ => $.save)}
            </Button>
          </>
        )
      }
    >
      <form {...form.props} className="staff-form">
        {role === null && <Template form={form} />}
        <TextField form={form} name="name" label={t($ => $.role.name)} disabled={disabled} />
        <div className="form-field">
          <span>{t($ => $.role.scope)}</span>
          <Segments
            label={t($ => $.role.scope)}
            options={dataScopes.map(value => ({ value, text: t($ => $.role.scopes[value]), disabled }))}
            value={form.values.scope}
            onChange={scope => form.set({ scope })}
          />
          <p className="hint">{t($ => $.role.scopeHint)}</p>
        </div>
        <Pages form={form} disabled={disabled} />
        <Buttons form={form} disabled={disabled} />
      </form>
    </Drawer>
  );
};
