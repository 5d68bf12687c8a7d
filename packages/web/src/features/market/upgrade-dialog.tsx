import { marketEndpoints, type OutputOf } from '@lianxian/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import type { Taken } from './product-text.ts';
import { useReadMarketAnew } from './use-give-back.tsx';
import '../../ui/cards.css';

type Changes = OutputOf<typeof marketEndpoints.changes>;
type Choice = 'mine' | 'theirs';
type Choices = Readonly<Record<string, Choice>>;
/** Test conversations are run on the server first. */
const upgradeLimitMs = 120_000;

const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className="grid gap-6">
    <h3>{name}</h3>
    {children}
  </section>
);

/** What has no name of its own is called by what it is; its place is `part id`. */
const useNameOf = () => {
  const { t } = useTranslation('market');
  return ({ where, name }: { readonly where: string; readonly name: string }): string => {
    const [part, id] = where.split(' ', 2);
    if (name !== '') return name;
    if (part === 'defaults') return t($ => $.upgrade.part.defaults);
    return id === 'levelRules' ? t($ => $.upgrade.part.levelRules) : t($ => $.upgrade.part.plan);
  };
};

/** What the seller changed, and what of one’s own stays. */
const Difference = ({ changes: { notes, changed, changedCount, kept } }: { changes: Changes }) => {
  const { t } = useTranslation('market');
  const nameOf = useNameOf();
  return (
    <>
      <Part name={t($ => $.upgrade.notes)}>
        <ul className="grid gap-2">
          {notes.map(({ version, note }) => (
            <li key={version} className="row-text gap-8">
              <b>{t($ => $.detail.version, { n: version })}</b>
              <span className="breaks">{note || t($ => $.detail.noNote)}</span>
            </li>
          ))}
        </ul>
      </Part>
      <Part name={t($ => $.upgrade.changed)}>
        {changed.length > 0 ? (
          <ul className="grid gap-2">
            {changed.map(change => (
              <li key={`${change.where} ${change.how}`} className="row-text gap-8">
                <span className="hint whole">{t($ => $.upgrade.how[change.how])}</span>
                <span className="breaks">{nameOf(change)}</span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="ink2">
            {changedCount > 0 ? t($ => $.upgrade.changedCount, { n: changedCount }) : t($ => $.upgrade.changedNone)}
          </p>
        )}
      </Part>
      <Part name={t($ => $.upgrade.kept)}>
        {kept.length > 0 ? (
          <ul className="market-labels flex gap-6 wrap">
            {kept.map(change => (
              <li key={change.where}>{nameOf(change)}</li>
            ))}
          </ul>
        ) : (
          <p className="hint">{t($ => $.upgrade.keptNone)}</p>
        )}
      </Part>
    </>
  );
};

interface MeetingsProps {
  readonly meetings: Changes['meetings'];
  readonly choices: Choices;
  readonly onChoose: (where: string, choice: Choice) => void;
}

/** Where both changed the same: one of the two, each. */
const Meetings = ({ meetings, choices, onChoose }: MeetingsProps) => {
  const { t } = useTranslation('market');
  const nameOf = useNameOf();
  if (meetings.length === 0) return null;
  return (
    <Part name={t($ => $.upgrade.meetings)}>
      {meetings.map(meeting => (
        <fieldset key={meeting.where} className="market-meeting grid gap-6">
          <legend className="only-read">{t($ => $.upgrade.choose, { name: nameOf(meeting) })}</legend>
          <b aria-hidden="true">{nameOf(meeting)}</b>
          <div className="cards is-double">
            {(['mine', 'theirs'] as const).map(side => (
              <label key={side} className="card is-callee">
                <input
                  type="radio"
                  name={`meeting ${meeting.where}`}
                  checked={choices[meeting.where] === side}
                  onChange={() => onChoose(meeting.where, side)}
                />
                <strong>{t($ => $.upgrade[side])}</strong>
                <span className="breaks">{meeting[side] || t($ => $.upgrade.nothing)}</span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
    </Part>
  );
};

type Result = OutputOf<typeof marketEndpoints.upgrade>;

const Broke = ({ tests }: Pick<Result, 'tests'>) => {
  const { t } = useTranslation('market');
  return (
    <div className="error-panel market-broke" role="alert">
      <p>{t($ => $.upgrade.broke, { passed: tests.passed, failed: tests.failed.length })}</p>
      <ul>
        {tests.failed.map(({ name }) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </div>
  );
};

const useUpgrade = (taken: Taken, onDone: () => void) => {
  const { t } = useTranslation('market');
  const readAnew = useReadMarketAnew();
  return useMutation({
    mutationFn: ({ to, choices, despite }: { to: number; choices: Choices; despite: boolean }) =>
      call(
        marketEndpoints.upgrade,
        { planId: taken.planId, to, choices, despite: despite ? '1' : '0' },
        { timeLimitMs: upgradeLimitMs },
      ),
    onSuccess: ({ version, tests }) => {
      if (version === null) return;
      toast.ok(t($ => $.upgrade.done, { version, passed: tests.passed }));
      onDone();
      return readAnew();
    },
  });
};

/** A taken plan and its newer version: what changes, what stays, whose where both meet; tests run first. */
export const UpgradeDialog = ({ taken, onClose }: { taken: Taken; onClose: () => void }) => {
  const { t } = useTranslation('market');
  const mayTake = useCurrentUser()?.btns.includes('plan:publish') ?? false;
  const [choices, setChoices] = useState<Choices>({});
  const { data, error, refetch } = useQuery({
    queryKey: ['market/changes', taken.planId, taken.newest],
    queryFn: ({ signal }) => call(marketEndpoints.changes, { planId: taken.planId }, { signal, quiet: true }),
  });
  const upgrade = useUpgrade(taken, onClose);
  const left = data?.meetings.filter(({ where }) => choices[where] === undefined).length ?? 0;
  const broke = upgrade.data?.version === null;
  const start = (despite: boolean) => data && upgrade.mutate({ to: data.to, choices, despite });
  return (
    <Modal
      title={t($ => $.upgrade.title, { name: taken.planName, from: taken.version, to: data?.to ?? taken.newest })}
      closeLabel={t($ => $.close)}
      onClose={onClose}
    >
      <div className="modal-body grid gap-16">
        {error && !data && <ErrorPanel title={t($ => $.upgrade.failed)} error={error} onAgain={() => void refetch()} />}
        {!error && !data && <Skeleton rows={5} />}
        {data && (
          <>
            <Difference changes={data} />
            <Meetings
              meetings={data.meetings}
              choices={choices}
              onChoose={(where, choice) => setChoices({ ...choices, [where]: choice })}
            />
            <p className="hint">{mayTake ? t($ => $.upgrade.tests) : t($ => $.upgrade.mayNot)}</p>
            {broke && upgrade.data && <Broke tests={upgrade.data.tests} />}
            <footer className="row gap-8 to-end">
              {left > 0 && <span className="hint push">{t($ => $.upgrade.left, { n: left })}</span>}
              <Button onClick={onClose}>{t($ => $.upgrade.cancel)}</Button>
              {broke && (
                <Button danger loading={upgrade.isPending} onClick={() => start(true)}>
                  {t($ => $.upgrade.despite)}
                </Button>
              )}
              {mayTake && !broke && (
                <Button kind="primary" disabled={left > 0} loading={upgrade.isPending} onClick={() => start(false)}>
                  {upgrade.isPending ? t($ => $.upgrade.running) : t($ => $.upgrade.ok)}
                </Button>
              )}
            </footer>
          </>
        )}
      </div>
    </Modal>
  );
};
