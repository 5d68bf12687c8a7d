import { customerType, customerTypeWords } from '@lianxian/contract';
import type { customerTypes } from '@lianxian/core';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../../text/said.ts';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { PlainChoice } from '../../ui/plain-choice.tsx';

type CustomerType = (typeof customerTypes)[number];

interface TypeDialogProps {
  readonly type: number | null;
  /** A refusal is said by a toast, as all are. */
  readonly onSave: (type: CustomerType) => Promise<unknown>;
  readonly onClose: () => void;
}

/** 修改类型, as the original has it: one list and one button. */
export const TypeDialog = ({ type, onSave, onClose }: TypeDialogProps) => {
  const { t } = useTranslation(['callLog', 'parts']);
  const id = useId();
  const [value, setValue] = useState(type === null ? null : String(type));
  const [missing, setMissing] = useState(false);
  const chosen = [...customerType.values].find(each => String(each) === value);
  const save = useMutation({ mutationFn: onSave, onSuccess: onClose });
  return (
    <Modal title={t($ => $.type.title)} closeLabel={t($ => $.close, { ns: 'parts' })} onClose={onClose}>
      <form
        noValidate
        className="modal-body grid gap-16"
        onSubmit={event => {
          event.preventDefault();
          setMissing(chosen === undefined);
          if (chosen !== undefined) save.mutate(chosen);
        }}
      >
        <FormField id={id} label={t($ => $.type.label)} needed fault={missing ? t($ => $.type.missing) : undefined}>
          <PlainChoice
            id={id}
            value={value}
            wrong={missing}
            placeholder={t($ => $.type.choose)}
            options={[...customerType.values].map(each => ({
              value: String(each),
              label: customerTypeWords[saidLanguage()][each],
            }))}
            onChange={next => {
              setMissing(false);
              setValue(next);
            }}
          />
        </FormField>
        <footer className="flex gap-8 to-end">
          <Button kind="primary" type="submit" loading={save.isPending}>
            {t($ => $.type.submit)}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};
