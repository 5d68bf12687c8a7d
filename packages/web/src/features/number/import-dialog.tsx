import {
  type CallOf,
  customerFieldWord,
  customerType,
  customerTypeWords,
  endpoints,
  type importModes,
} from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCustomerChoices } from '../../customer/use-customer.ts';
import { saidLanguage } from '../../text/said.ts';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { Segments } from '../../ui/segments.tsx';
import { toast } from '../../ui/toast.ts';
import { importsKey, PastImports } from './past-imports.tsx';
import {
  columnsOf,
  guessed,
  hasPhone,
  type Picks,
  type Preview,
  pickedTwice,
  type Use,
  uses,
} from './sheet-columns.ts';
import { UploadBox, type Uploaded } from './upload-box.tsx';
import '../../ui/plain-select.css';

/** As everywhere: parameters by the names that the merchant gave them. */
const useNameOf = () => {
  const names = useCustomerChoices()?.parameters ?? [];
  return (use: Use): string => {
    const n = /^parameter(\d+)$/.exec(use)?.[1];
    return (n && names[Number(n) - 1]) || customerFieldWord(use, saidLanguage());
  };
};

interface SheetProps {
  readonly preview: Preview;
  readonly picks: Picks;
  readonly onPick: (index: number, use: Use) => void;
}

/** The beginning of the sheet; above each column what it fills. */
const Sheet = ({ preview, picks, onPick }: SheetProps) => {
  const { t } = useTranslation('number');
  const nameOf = useNameOf();
  const rows = [...(preview.header ? preview.rows.slice(1) : preview.rows).entries()];
  return (
    <div className="number-sheet">
      <table aria-label={t($ => $.imports.preview)}>
        <thead>
          <tr>
            {preview.columns.map(({ index, title }) => (
              <th key={index} scope="col">
                <select
                  className="plain-select"
                  aria-label={t($ => $.imports.column, { n: index + 1, title })}
                  value={picks[index] ?? 'skip'}
                  onChange={event => onPick(index, uses.find(use => use === event.target.value) ?? 'skip')}
                >
                  <option value="skip">{t($ => $.imports.skip)}</option>
                  {uses.map(use => (
                    <option key={use} value={use}>
                      {nameOf(use)}
                    </option>
                  ))}
                </select>
                <p className="hint">{title}</p>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([at, row]) => (
            <tr key={at}>
              {preview.columns.map(({ index }) => (
                <td key={index} className={(picks[index] ?? 'skip') === 'skip' ? undefined : 'is-used'}>
                  {row[index] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

type Asked = CallOf<typeof endpoints.customerSheets.import>;
type Rest = Pick<Asked, 'mode' | 'ownerId' | 'cateType'>;

/** Who is new becomes whose and what, and what becomes of who is there. */
const RestFields = ({ rest, onChange }: { rest: Rest; onChange: (rest: Rest) => void }) => {
  const { t } = useTranslation('number');
  const id = useId();
  const people = useCustomerChoices()?.people ?? [];
  const { ownerId, cateType, ...others } = rest;
  return (
    <div className="stack gap-6">
      <span className="form-field-head">{t($ => $.imports.mode)}</span>
      <Segments
        label={t($ => $.imports.mode)}
        options={(['fill', 'update', 'add'] as const satisfies readonly (typeof importModes)[number][]).map(value => ({
          value,
          text: t($ => $.imports.modes[value]),
        }))}
        value={rest.mode ?? 'fill'}
        onChange={mode => onChange({ ...rest, mode })}
      />
      <div className="customer-fields grid">
        <FormField id={`${id}-owner`} label={t($ => $.imports.owner)}>
          <select
            id={`${id}-owner`}
            className="plain-select"
            value={ownerId ?? ''}
            onChange={({ target }) =>
              onChange({ ...others, ...(cateType && { cateType }), ...(target.value && { ownerId: target.value }) })
            }
          >
            <option value="">{t($ => $.imports.ownerPool)}</option>
            {people.map(person => (
              <option key={person.id} value={person.id}>
                {person.name}
              </option>
            ))}
          </select>
        </FormField>
        <FormField id={`${id}-type`} label={t($ => $.imports.type)}>
          <select
            id={`${id}-type`}
            className="plain-select"
            value={cateType ?? ''}
            onChange={({ target }) => {
              const chosen = [...customerType.values].find(each => String(each) === target.value);
              onChange({
                ...others,
                ...(ownerId && { ownerId }),
                ...(chosen !== undefined && { cateType: `${chosen}` }),
              });
            }}
          >
            <option value="">{t($ => $.imports.typeNone)}</option>
            {[...customerType.values].map(each => (
              <option key={each} value={each}>
                {customerTypeWords[saidLanguage()][each]}
              </option>
            ))}
          </select>
        </FormField>
      </div>
    </div>
  );
};

const MapColumns = ({ file, onStarted }: { file: Uploaded; onStarted: () => void }) => {
  const { t } = useTranslation('number');
  const nameOf = useNameOf();
  const [header, setHeader] = useState<boolean | null>(null);
  const [picked, setPicked] = useState<Picks>({});
  const [rest, setRest] = useState<Rest>({ mode: 'fill' });
  const preview = useQuery({
    queryKey: ['custom/preview', file.fileId, header],
    queryFn: ({ signal }) =>
      call(
        endpoints.customerSheets.preview,
        { fileId: file.fileId, ...(header !== null && { header: header ? '1' : '0' }) },
        { signal, quiet: true },
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { data } = preview;
  const picks = { ...(data && guessed(data.columns)), ...picked };
  const start = useMutation({
    mutationFn: () =>
      call(endpoints.customerSheets.import, {
        fileId: file.fileId,
        skipped: data?.skipped ?? 0,
        header: data?.header ? '1' : '0',
        columns: columnsOf(picks),
        ...rest,
      }),
    onSuccess: onStarted,
  });
  if (preview.isError && !data)
    return (
      <ErrorPanel
        title={t($ => $.imports.previewFailed)}
        error={preview.error}
        onAgain={() => void preview.refetch()}
      />
    );
  if (!data) return <Skeleton rows={6} height={30} />;
  if (data.rows.length === 0) return <p className="hint">{t($ => $.imports.nothing)}</p>;
  const twice = pickedTwice(picks);
  const fault = twice
    ? t($ => $.imports.twice, { what: nameOf(twice) })
    : hasPhone(picks)
      ? null
      : t($ => $.imports.needPhone);
  return (
    <>
      <div className="row gap-12">
        <h3 className="section-title fill">{t($ => $.imports.preview)}</h3>
        {fault && (
          <span className="wrong" role="alert">
            {fault}
          </span>
        )}
        <label className="row gap-6">
          <input
            type="checkbox"
            checked={data.header}
            onChange={event => {
              setPicked({});
              setHeader(event.target.checked);
            }}
          />
          {t($ => $.imports.header)}
        </label>
      </div>
      <Sheet preview={data} picks={picks} onPick={(index, use) => setPicked(before => ({ ...before, [index]: use }))} />
      <RestFields rest={rest} onChange={setRest} />
      <span className="row to-end">
        <Button kind="primary" disabled={fault !== null} loading={start.isPending} onClick={() => start.mutate()}>
          {t($ => $.imports.ok)}
        </Button>
      </span>
    </>
  );
};

/** A sheet into the library: its file, what each column fills, what becomes of who is there; and sheets of before. */
export const ImportDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['number', 'parts']);
  const queries = useQueryClient();
  const [file, setFile] = useState<Uploaded | null>(null);
  return (
    <Modal
      title={t($ => $.imports.title)}
      closeLabel={t($ => $.close, { ns: 'parts' })}
      className="number-wide"
      onClose={onClose}
    >
      <div className="modal-body stack gap-14">
        <UploadBox file={file} onFile={setFile} />
        {file && (
          <MapColumns
            key={file.fileId}
            file={file}
            onStarted={() => {
              toast.ok(t($ => $.imports.started));
              setFile(null);
              for (const key of ['batch/list', importsKey]) void queries.invalidateQueries({ queryKey: [key] });
            }}
          />
        )}
        <PastImports />
      </div>
    </Modal>
  );
};
