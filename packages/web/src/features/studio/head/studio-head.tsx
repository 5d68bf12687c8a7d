import { CircleAlert, Flame, GitCompareArrows, Network, Redo2, Undo2, Users } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../session/current-user.ts';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { slot } from '../frame/slot.ts';
import { useStudio } from '../frame/studio-context.ts';
import { useOfFlow } from '../frame/use-flow.ts';
import { AddNode } from './add-node.tsx';
import { layOut } from './lay-out.ts';
import { SavedNote } from './saved-note.tsx';
import { Switcher } from './switcher.tsx';
import { useOthers } from './use-others.ts';
import './studio-head.css';
import { listed } from '../../../text/said.ts';

const PublishDialog = slot(
  () => import('../versions/publish-dialog.tsx').then(file => file.PublishDialog),
  'versions',
  'faults',
);

const UndoRedo = () => {
  const { t } = useTranslation('studio');
  const undoes = useDraft(draft => draft.undoes);
  const redoes = useDraft(draft => draft.redoes);
  const { undo, redo } = useDraftStore().getState();
  const undoName = undoes === null ? t($ => $.head.undo) : t($ => $.head.undoWhat, { what: undoes });
  const redoName = redoes === null ? t($ => $.head.redo) : t($ => $.head.redoWhat, { what: redoes });
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={undoName}
        title={`${undoName} Ctrl Z`}
        disabled={undoes === null}
        onClick={undo}
      >
        <Undo2 size={16} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={redoName}
        title={`${redoName} Ctrl Y`}
        disabled={redoes === null}
        onClick={redo}
      >
        <Redo2 size={16} aria-hidden="true" />
      </button>
    </>
  );
};

/** Publishes; while something is faulty the way out is its own name, and it leads to the first fault. */
const Publish = () => {
  const { t } = useTranslation('studio');
  const faults = useDraft(draft => draft.faults.length);
  const planId = useDraft(draft => draft.planId);
  const { onPlace } = useStudio();
  const mayPublish = useCurrentUser()?.btns.includes('plan:publish') ?? false;
  const [open, setOpen] = useState(false);
  if (!mayPublish) return null;
  return (
    <>
      {faults > 0 ? (
        <button type="button" className="button is-mend" onClick={() => onPlace({ view: 'graph', heat: false })}>
          <CircleAlert size={14} aria-hidden="true" />
          {t($ => $.head.mend, { count: faults })}
        </button>
      ) : (
        <button type="button" className="button is-first" onClick={() => setOpen(true)}>
          {t($ => $.head.publish)}
        </button>
      )}
      {open && (
        <Suspense>
          <PublishDialog planId={planId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};

/** The row above everything: what it is, whether it is saved, what one sees of it, and what one may do with it. */
export const StudioHead = () => {
  const { t } = useTranslation('studio');
  const { place, onPlace, look } = useStudio();
  const store = useDraftStore();
  const name = useDraft(draft => draft.name);
  const basedOn = useDraft(draft => draft.basedOn);
  const flowId = useOfFlow(flow => flow?.id);
  const others = useOthers();
  const mayEdit = useDraft(draft => draft.mayEdit);
  const inGraph = place.view === 'graph';
  return (
    <header className="studio-head row gap-10 fixed">
      <h1 className="cut fixed" title={name}>
        {name}
      </h1>
      <span className="studio-tag">
        {basedOn === null ? t($ => $.head.fresh) : t($ => $.head.draft, { version: basedOn })}
      </span>
      <SavedNote />
      {others.length > 0 && (
        <span className="studio-others row gap-4" role="status">
          <Users size={14} aria-hidden="true" />
          <span>{t($ => $.head.others, { names: listed(others) })}</span>
        </span>
      )}
      <Switcher />
      <div className="studio-acts row gap-6 fixed push">
        {mayEdit && <UndoRedo />}
        {inGraph && flowId !== undefined && (
          <>
            {mayEdit && (
              <button
                type="button"
                className="button is-bare"
                onClick={() =>
                  void layOut(
                    store,
                    flowId,
                    t($ => $.steps.layout),
                    look,
                  )
                }
              >
                <Network size={15} aria-hidden="true" />
                <span>{t($ => $.head.layout)}</span>
              </button>
            )}
            <button
              type="button"
              className="button"
              aria-pressed={place.heat}
              onClick={() => onPlace({ heat: !place.heat })}
            >
              <Flame size={15} aria-hidden="true" />
              <span>{t($ => $.head.heat)}</span>
            </button>
          </>
        )}
        {basedOn !== null && (
          <button type="button" className="button" onClick={() => onPlace({ view: 'versions' })}>
            <GitCompareArrows size={15} aria-hidden="true" />
            <span>{t($ => $.head.compare, { version: basedOn })}</span>
          </button>
        )}
        {inGraph && mayEdit && <AddNode />}
        <Publish />
      </div>
    </header>
  );
};
