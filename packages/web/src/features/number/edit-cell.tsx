import { customerTypeWords, endpoints } from '@lianxian/contract';
import { customerTypes } from '@lianxian/core';
import { useMutation } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { typeText } from '../../customer/type-text.ts';
import { useCustomersAnew } from '../../customer/use-customer.ts';
import { saidLanguage } from '../../text/said.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { toast } from '../../ui/toast.ts';
import type { CustomerRow } from './use-number.ts';

interface EditCellProps {
  /** What it is of, read out. */
  readonly what: string;
  readonly row: CustomerRow;
  readonly value: string;
  readonly chars?: number;
  readonly type?: 'text' | 'datetime-local';
  readonly save: (value: string) => Promise<unknown>;
  readonly children: ReactNode;
}

/** What a cell says, and a pencil that makes a field of it: Enter or leaving it saves, Escape does not. */
const EditCell = ({ what, row, value, chars, type = 'text', save, children }: EditCellProps) => {
  const { t } = useTranslation('number');
  const readAnew = useCustomersAnew();
  const [typed, setTyped] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const saving = useMutation({
    mutationFn: save,
    onSuccess: () => {
      toast.ok(t($ => $.edit.saved));
      setTyped(null);
      return readAnew();
    },
    // What was typed stays; what stands there now is read, so that one saves over what one has seen.
    onError: readAnew,
  });
  const end = (isSaved: boolean) => {
    if (saving.isPending) return;
    if (!isSaved || typed === null || typed.trim() === value) return setTyped(null);
    saving.mutate(typed.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') end(false);
    else if (event.key === 'Enter') end(true);
    else return;
    event.preventDefault();
    queueMicrotask(() => opener.current?.focus());
  };
  if (typed !== null)
    return (
      <input
        className="number-edit input is-small"
        type={type}
        aria-label={t($ => $.edit.open, { what, phone: row.phone })}
        maxLength={chars}
        disabled={saving.isPending}
        ref={input => {
          if (input && document.activeElement !== input && !saving.isPending && !saving.isError) input.focus();
        }}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onBlur={() => end(true)}
        onKeyDown={onKeyDown}
      />
    );
  return (
    <span className="number-cell row gap-4">
      <span className="cut">{children}</span>
      <button
        ref={opener}
        type="button"
        className="icon-button number-pencil"
        tabIndex={-1}
        aria-label={t($ => $.edit.open, { what, phone: row.phone })}
        onClick={() => setTyped(value)}
      >
        <PenLine size={13} aria-hidden="true" />
      </button>
    </span>
  );
};

type TextField = 'name' | 'company' | 'position' | 'tags';

/** A text of a customer, changed where it stands; nobody's newer word is written over. */
export const TextCell = ({
  row,
  field,
  what,
  chars,
}: {
  row: CustomerRow;
  field: TextField;
  what: string;
  chars: number;
}) => (
  <EditCell
    what={what}
    row={row}
    value={row[field]}
    chars={chars}
    save={value =>
      call(endpoints.customer.save, {
        id: row.id,
        version: row.version,
        [field]: field === 'tags' ? value.replaceAll('，', ',') : value,
      })
    }
  >
    {row[field] || '—'}
  </EditCell>
);

interface NextCellProps {
  readonly row: CustomerRow;
  readonly what: string;
  /** Of the merchant's clock. */
  readonly value: string;
  readonly children: ReactNode;
}

export const NextCell = ({ row, what, value, children }: NextCellProps) => (
  <EditCell
    what={what}
    row={row}
    value={value}
    type="datetime-local"
    save={at => call(endpoints.customer.nextStep, { id: row.id, ...(at && { at }), text: row.next?.text ?? '' })}
  >
    {children}
  </EditCell>
);

/** The type as a menu of all seven; it moves with the newest call's. */
export const TypeCell = ({ row, what }: { row: CustomerRow; what: string }) => {
  const { t } = useTranslation('number');
  const readAnew = useCustomersAnew();
  const change = useMutation({
    mutationFn: (cateType: (typeof customerTypes)[number]) =>
      call(endpoints.customer.changeType, { id: row.id, cateType: `${cateType}` }),
    onSuccess: () => {
      toast.ok(t($ => $.edit.saved));
      return readAnew();
    },
  });
  return (
    <MenuButton
      className="number-type"
      name={`${t($ => $.edit.open, { what, phone: row.phone })} ${typeText(row.cateType)}`}
      label={typeText(row.cateType)}
      parts={[
        {
          key: 'types',
          entries: customerTypes.map(type => ({
            key: String(type),
            label: customerTypeWords[saidLanguage()][type],
            chosen: type === row.cateType,
            onChoose: () => change.mutate(type),
          })),
        },
      ]}
    />
  );
};
