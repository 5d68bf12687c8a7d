import type { Endpoint } from '@lianxian/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { bareProps, FieldFault } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { Input } from '../../ui/input.tsx';
import { useModal } from '../../ui/use-modal.ts';
import '../../ui/confirm.css';

interface OwnerDialogProps {
  readonly title: string;
  readonly text: string;
  readonly label: string;
  /** Of the merchant or reseller. */
  readonly id: string;
  readonly endpoint: Endpoint;
  /** What was told. */
  readonly name: 'code' | 'account';
  /** What stands there at first. */
  readonly first?: string;
  readonly okText: string;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** What an owner told on the telephone, a code or an account; who he is, the keeper must know himself. */
export const OwnerDialog = (props: OwnerDialogProps) => {
  const { title, text, label, id: of, endpoint, name, first = '', okText, onDone, onCancel } = props;
  const { t } = useTranslation('merchants');
  const id = useId();
  const dialog = useModal();
  const form = useEndpointForm<Endpoint, Partial<Record<'code' | 'account', string>>>({
    endpoint,
    start: { [name]: first },
    input: told => ({ id: of, ...told }),
    onDone,
  });
  return (
    <dialog
      ref={dialog}
      className="confirm"
      aria-labelledby={`${id}-title`}
      onCancel={event => {
        event.preventDefault();
        onCancel();
      }}
    >
      <form {...form.props}>
        <h2 id={`${id}-title`}>{title}</h2>
        <p>{text}</p>
        <div className="confirm-field">
          <label htmlFor={form.idOf(name)}>{label}</label>
          <Input {...bareProps(form, name)} autoComplete="off" autoFocus />
          <FieldFault form={form} name={name} />
        </div>
        <footer>
          <Button onClick={onCancel}>{t($ => $.cancel)}</Button>
          <Button kind="primary" type="submit" disabled={!form.values[name]?.trim()} loading={form.busy}>
            {okText}
          </Button>
        </footer>
      </form>
    </dialog>
  );
};
