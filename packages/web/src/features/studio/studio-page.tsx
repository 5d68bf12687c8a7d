import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isGone } from '../../api/wire.ts';
import { listenTo } from '../../live/socket.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { usePaneTitle } from '../../ui/pane-title.ts';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { draftServer, isClosed } from './draft/draft-server.ts';
import { createDraft, DraftContext, type DraftStore, useDraft, useDraftStore } from './draft/draft-store.ts';
import { usePeopleOfDraft } from './draft/use-people.ts';
import { Editable } from './frame/editable.tsx';
import { createLook, StudioContext } from './frame/studio-context.ts';
import type { Place } from './frame/views.ts';
import { StudioHead } from './head/studio-head.tsx';
import * as slots from './slots.tsx';
import './studio.css';

interface StudioProps {
  readonly id: string;
  readonly place: Place;
  readonly onPlace: (part: Partial<Place>) => void;
  /** Another plan is opened: the copy one keeps of one's own. */
  readonly onOpen: (planId: string) => void;
}

/** What is seen of the plan; each part comes when it is first looked at. */
const Seen = ({ place }: Pick<StudioProps, 'place'>) => {
  const planId = useDraft(draft => draft.planId);
  switch (place.view) {
    case 'graph':
      return <slots.Graph />;
    case 'knowledge':
      return <slots.KnowledgePage planId={planId} />;
    case 'intents':
      return <slots.IntentsPage planId={planId} />;
    case 'levels':
      return <slots.LevelsPage planId={planId} />;
    case 'guide':
      return <slots.GuidePage planId={planId} />;
    case 'tests':
      return <slots.TestsPage planId={planId} />;
    case 'voices':
      return <slots.Teleprompter planId={planId} />;
    case 'versions':
      return <slots.VersionsPage planId={planId} />;
    case 'settings':
      return (
        <Editable>
          <slots.SettingsPage planId={planId} />
        </Editable>
      );
  }
};

/** Rights may change while one looks. */
const useRights = (): void => {
  const store = useDraftStore();
  const mayEdit = useCurrentUser()?.btns.includes('plan:edit') ?? false;
  // Before anything is shown that one may not use.
  useLayoutEffect(() => store.setState({ mayEdit }), [store, mayEdit]);
};

/** Somebody else saved or published this draft; the browser is online again, or closes over what is not saved; the tab is left. */
const useOutside = (): void => {
  const store = useDraftStore();
  const queries = useQueryClient();
  useEffect(() => {
    const { planId } = store.getState();
    return listenTo(`plan:${planId}`, message => {
      if (message.type === 'planSaved') store.getState().heardOf(message.rev);
      if (message.type !== 'planPublished') return;
      store.getState().published();
      void queries.invalidateQueries({ queryKey: ['plan/versions', planId] });
    });
  }, [store, queries]);
  useEffect(() => {
    const leave = (event: BeforeUnloadEvent) => {
      if (store.getState().savedState.state !== 'saved') event.preventDefault();
    };
    const { saveNow } = store.getState();
    window.addEventListener('beforeunload', leave);
    window.addEventListener('online', saveNow);
    return () => {
      window.removeEventListener('beforeunload', leave);
      window.removeEventListener('online', saveNow);
      saveNow();
    };
  }, [store]);
};

const Studio = ({ place, onPlace, onOpen }: Omit<StudioProps, 'id'>) => {
  const [look] = useState(createLook);
  const tools = useMemo(() => ({ place, onPlace, look }), [place, onPlace, look]);
  const taken = useDraft(draft => draft.savedState.state === 'taken');
  usePaneTitle(useDraft(draft => draft.name));
  useRights();
  useOutside();
  usePeopleOfDraft();
  return (
    <StudioContext value={tools}>
      <div className="studio">
        <StudioHead />
        {taken && (
          <Suspense>
            <slots.TakenNote onOpen={onOpen} />
          </Suspense>
        )}
        <div className="studio-body">
          <Suspense fallback={<Skeleton rows={8} />}>
            <Seen place={place} />
          </Suspense>
        </div>
      </div>
    </StudioContext>
  );
};

type Opening =
  | { readonly draft: DraftStore; readonly failed?: never }
  | { readonly draft?: never; readonly failed: Error };

/** The editor of one plan: its draft is opened once and lives as long as the tab. */
export const StudioPage = ({ id, ...rest }: StudioProps) => {
  const { t } = useTranslation('studio');
  const [opening, setOpening] = useState<Opening | null>(null);
  const draft = opening?.draft ?? null;
  // A hidden tab runs no effects: what was opened stays open until the page is gone for good.
  useEffect(() => {
    if (opening || id === '') return;
    let left = false;
    draftServer.open(id).then(
      opened => {
        if (!left) setOpening({ draft: createDraft(opened, draftServer) });
      },
      (error: Error) => {
        if (!left) setOpening({ failed: error });
      },
    );
    return () => {
      left = true;
    };
  }, [id, opening]);
  if (id === '')
    return (
      <div className="bare">
        <h1>{t($ => $.page.none)}</h1>
      </div>
    );
  if (draft)
    return (
      <DraftContext value={draft}>
        <Studio {...rest} />
      </DraftContext>
    );
  if (isGone(opening?.failed)) return <Empty whole title={t($ => $.page.gone)} />;
  if (isClosed(opening?.failed)) return <Empty whole title={t($ => $.page.closed)} hint={t($ => $.page.closedHint)} />;
  if (opening?.failed)
    return <ErrorPanel whole title={t($ => $.page.failed)} error={opening.failed} onAgain={() => setOpening(null)} />;
  return <Skeleton rows={8} />;
};
