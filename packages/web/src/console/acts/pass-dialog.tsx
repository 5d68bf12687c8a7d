import { endpoints, fieldChars } from '@lianxian/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { Input } from '../../ui/input.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { useAct } from './use-act.ts';
import './pass-dialog.css';

interface PassDialogProps {
  readonly how: 'transfer' | 'conference';
  readonly callId: string;
  readonly onClose: () => void;
}

interface Target {
  readonly type: 'seat' | 'group';
  readonly id: string;
  readonly name: string;
}

interface ChoiceProps {
  readonly target: Target;
  readonly says: string;
  readonly isFree: boolean;
  readonly chosen: Target | null;
  readonly onChoose: (target: Target) => void;
}

const Choice = ({ target, says, isFree, chosen, onChoose }: ChoiceProps) => {
  const isChosen = chosen?.type === target.type && chosen.id === target.id;
  return (
    <label className={isChosen ? 'pass-dialog-choice is-chosen row gap-10' : 'pass-dialog-choice row gap-10'}>
      <input type="radio" name="target" checked={isChosen} onChange={() => onChoose(target)} />
      <span className="fill cut">{target.name}</span>
      <span className={isFree ? 'state is-ok small' : 'state is-idle small'}>{says}</span>
    </label>
  );
};

const settledMs = 200;
const numberChars = fieldChars(endpoints.seatWork.act.input, 'to.phone');
const searchChars = fieldChars(endpoints.seat.targets.input, 'q');

/** Seats and groups that a call may go to, found by name or extension. */
const Targets = ({ chosen, onChoose }: Pick<ChoiceProps, 'chosen' | 'onChoose'>) => {
  const { t } = useTranslation('console');
  const [typed, setTyped] = useState('');
  const q = useSettled(typed.trim(), settledMs);
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['seat/targets', q],
    queryFn: ({ signal }) => call(endpoints.seat.targets, { q }, { signal, quiet: true }),
    staleTime: 0,
    // What was found before stays while one types on.
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <Input
        type="search"
        aria-label={t($ => $.pass.search)}
        placeholder={t($ => $.pass.search)}
        maxLength={searchChars}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
      <div className="pass-dialog-list">
        {isError && !data && <ErrorPanel title={t($ => $.pass.failed)} error={error} onAgain={() => void refetch()} />}
        {!isError && !data && <Skeleton rows={3} />}
        {data && data.seats.length + data.groups.length === 0 && (
          <p className="pass-dialog-none ink3">{t($ => $.pass.noneFound)}</p>
        )}
        {data?.groups.map(({ id, name, free }) => (
          <Choice
            key={`group ${id}`}
            target={{ type: 'group', id, name }}
            says={t($ => $.pass.free, { n: free })}
            isFree={free > 0}
            chosen={chosen}
            onChoose={onChoose}
          />
        ))}
        {data?.seats.map(({ id, name, extension, state }) => (
          <Choice
            key={`seat ${id}`}
            target={{ type: 'seat', id, name: `${name} ${extension}` }}
            says={t($ => $.seatState[state])}
            isFree={state === 'idle'}
            chosen={chosen}
            onChoose={onChoose}
          />
        ))}
      </div>
    </>
  );
};

/** To whom the call goes, or who comes into it: a colleague, a group, a number outside. Asked first, or at once. */
export const PassDialog = ({ how, callId, onClose }: PassDialogProps) => {
  const { t } = useTranslation('console');
  const act = useAct(callId);
  // Whoever may not call numbers rings none into a call.
  const mayCall = useCurrentUser()?.btns.includes('call_out') ?? false;
  const [chosen, setChosen] = useState<Target | null>(null);
  const [number, setNumber] = useState('');
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  // As it was typed: what is a number the server says, which knows more ways to write one.
  const phone = number.trim();
  const to = chosen ? { type: chosen.type, id: chosen.id } : phone ? { type: 'outside' as const, phone } : null;
  const pass = async (way: 'transfer' | 'consult' | 'conference') => {
    setMissing(to === null);
    if (to === null) return;
    setBusy(true);
    const done = await act({ act: way, to });
    setBusy(false);
    if (!done) return;
    toast.info(t($ => $.pass.asked, { name: chosen?.name ?? number }));
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void pass(how);
  };
  return (
    <Modal
      title={how === 'transfer' ? t($ => $.pass.transfer) : t($ => $.pass.conference)}
      closeLabel={t($ => $.pass.close)}
      className="name-dialog"
      onClose={onClose}
    >
      <form className="modal-body grid gap-12" onSubmit={submit}>
        <Targets
          chosen={chosen}
          onChoose={target => {
            setChosen(target);
            setNumber('');
          }}
        />
        {mayCall && (
          <FormField id="pass-number" label={t($ => $.pass.number)}>
            <Input
              id="pass-number"
              inputMode="tel"
              autoComplete="off"
              maxLength={numberChars}
              value={number}
              onChange={event => {
                setNumber(event.target.value);
                setChosen(null);
              }}
            />
          </FormField>
        )}
        {missing && to === null && (
          <p className="wrong" role="alert">
            {mayCall ? t($ => $.pass.chooseFirst) : t($ => $.pass.choose)}
          </p>
        )}
        <footer className="flex gap-8 to-end">
          {how === 'transfer' && (
            <Button disabled={busy} onClick={() => void pass('consult')}>
              {t($ => $.pass.attended)}
            </Button>
          )}
          <Button kind="primary" type="submit" loading={busy}>
            {how === 'transfer' ? t($ => $.pass.blind) : t($ => $.pass.invite)}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};
