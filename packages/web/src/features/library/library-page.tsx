import { type DragEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { Empty } from '../../ui/panels.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { LibraryTools } from './library-tools.tsx';
import { PiecesView } from './pieces-view.tsx';
import { UploadPanel } from './upload-panel.tsx';
import { type LibraryFilter, type LibraryVoice, useLibrary } from './use-library.ts';
import { type Uploads, useUploads } from './use-uploads.ts';
import { useVoiceColumns } from './use-voice-columns.tsx';
import { VoiceDrawer } from './voice-drawer.tsx';
import '../../ui/plain-select.css';
import './library.css';

const everything: LibraryFilter = { q: '', kind: 'all', speaker: '', planId: '' };
const typedMs = 300;

interface VoicesListProps {
  readonly filter: LibraryFilter;
  readonly onOpen: (voice: LibraryVoice) => void;
  readonly openKey: string | null;
}

const VoicesList = ({ filter, onOpen, openKey }: VoicesListProps) => {
  const { t } = useTranslation('voices');
  const list = useLibrary(filter);
  const look = useTableLook('library', useVoiceColumns());
  const isNarrowed = JSON.stringify(filter) !== JSON.stringify(everything);
  const pages = list.data?.pages;
  return (
    <>
      <DataTable
        label={t($ => $.library.title)}
        look={look}
        rows={pages?.flatMap(page => page.list)}
        keyOf={({ id }) => id}
        busy={list.isPlaceholderData}
        openKey={openKey}
        onOpen={onOpen}
        failed={
          list.isError
            ? { title: t($ => $.library.failed), error: list.error, onAgain: () => void list.refetch() }
            : undefined
        }
        empty={
          isNarrowed ? (
            <Empty title={t($ => $.library.none)} hint={t($ => $.library.noneHint)} />
          ) : (
            <Empty title={t($ => $.library.empty)} hint={t($ => $.library.emptyHint)} />
          )
        }
      />
      <footer className="library-foot row gap-12">
        <span role="status">{pages && t($ => $.library.total, { n: pages[0]?.total ?? 0 })}</span>
        {list.hasNextPage && (
          <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t($ => $.library.more)}
          </Button>
        )}
      </footer>
    </>
  );
};

/** Files may be dropped anywhere on the page. */
const useDrop = (mayEdit: boolean, { add }: Uploads, onDropped: () => void) => {
  const [isOver, setOver] = useState(false);
  const hasFiles = (event: DragEvent) => mayEdit && event.dataTransfer.types.includes('Files');
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        add([...event.dataTransfer.files]);
        onDropped();
      },
    },
  };
};

/** `/library` 录音库. */
export const LibraryPage = () => {
  const { t } = useTranslation('voices');
  const mayEdit = useCurrentUser()?.btns.includes('plan:edit') ?? false;
  const [filter, setFilter] = useState(everything);
  const [open, setOpen] = useState<LibraryVoice | 'uploads' | null>(null);
  const uploads = useUploads();
  const settled = useSettled(filter, typedMs);
  const drop = useDrop(mayEdit, uploads, () => setOpen('uploads'));
  const speakers = useLibrary(settled).data?.pages[0]?.speakers ?? [];
  return (
    <section className={drop.isOver ? 'library-page is-over flex' : 'library-page flex'} {...drop.handlers}>
      <div className="library-main stack fill lean">
        <LibraryTools
          filter={filter}
          onFilter={part => setFilter({ ...filter, ...part })}
          speakers={speakers}
          mayEdit={mayEdit}
          onFiles={files => {
            uploads.add(files);
            setOpen('uploads');
          }}
        />
        {filter.kind === 'piece' ? (
          <PiecesView />
        ) : (
          <VoicesList
            filter={settled}
            onOpen={setOpen}
            openKey={open !== null && open !== 'uploads' ? open.id : null}
          />
        )}
      </div>
      {open === 'uploads' && <UploadPanel uploads={uploads} onClose={() => setOpen(null)} />}
      {open !== null && open !== 'uploads' && (
        <VoiceDrawer key={open.id} voice={open} mayEdit={mayEdit} onClose={() => setOpen(null)} />
      )}
      {drop.isOver && <p className="library-drop-here">{t($ => $.library.drop)}</p>}
    </section>
  );
};
