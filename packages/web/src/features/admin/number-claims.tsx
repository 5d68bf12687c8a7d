import { endpoints, type OutputOf } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { PhoneIncoming } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { when } from '../../ui/format.ts';
import { Modal } from '../../ui/modal.tsx';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';

type Claim = OutputOf<typeof endpoints.platform.claims>['list'][number];
const key = ['platform/claims'];

const byNumber = (claims: readonly Claim[]): readonly (readonly Claim[])[] =>
  [...new Set(claims.map(({ core }) => core))].map(core => claims.filter(claim => claim.core === core));

const ClaimLine = ({ claim, isFirst, onAward }: { claim: Claim; isFirst: boolean; onAward: (() => void) | null }) => {
  const { t } = useTranslation('merchants');
  const says = [
    claim.lineName,
    claim.address,
    t($ => $.claims.since, { at: when(claim.since, new Date(), '') }),
    ...(claim.held ? [t($ => $.claims.held)] : []),
    ...(claim.proven ? [t($ => $.claims.proven)] : []),
    ...(claim.awardedAt === null ? [] : [t($ => $.claims.awarded)]),
  ];
  return (
    <li className="row gap-12 between">
      <div>
        <strong>
          {claim.merchantNumber} {claim.merchantName}
        </strong>
        <p className="hint">{says.join(' · ')}</p>
      </div>
      {isFirst ? (
        <span className="key">{t($ => $.claims.now)}</span>
      ) : (
        <Button size="small" disabled={onAward === null} onClick={onAward ?? undefined}>
          {t($ => $.claims.award, { merchant: claim.merchantName })}
        </Button>
      )}
    </li>
  );
};

const Claims = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('merchants');
  const queries = useQueryClient();
  const claims = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(endpoints.platform.claims, {}, { signal, quiet: true }),
    staleTime: 0,
  });
  const award = useMutation({
    mutationFn: ({ merchantId, id }: Claim) => call(endpoints.platform.awardNumber, { merchantId, id }),
    onSuccess: (_, { number, merchantName }) => toast.ok(t($ => $.claims.done, { number, merchant: merchantName })),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
  const { list } = claims.data ?? {};
  return (
    <Modal title={t($ => $.claims.title)} closeLabel={t($ => $.cancel)} onClose={onClose}>
      <div className="modal-body admin-number-claims">
        <p className="hint">{t($ => $.claims.hint)}</p>
        {claims.isPending && <Skeleton rows={3} />}
        {claims.isError && (
          <ErrorPanel title={t($ => $.claims.failed)} error={claims.error} onAgain={() => void claims.refetch()} />
        )}
        {list?.length === 0 && <Empty title={t($ => $.claims.none)} hint="" />}
        {byNumber(list ?? []).map(those => (
          <section key={those[0]?.core} aria-label={those[0]?.number}>
            <h3>{those[0]?.number}</h3>
            <ul>
              {those.map((claim, place) => (
                <ClaimLine
                  key={claim.id}
                  claim={claim}
                  isFirst={place === 0}
                  onAward={award.isPending ? null : () => award.mutate(claim)}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Modal>
  );
};

/** Numbers that more than one merchant wants to be called by: the platform decides whose they are. */
export const NumberClaims = () => {
  const { t } = useTranslation('merchants');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="text" icon={<PhoneIncoming size={14} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t($ => $.claims.button)}
      </Button>
      {open && <Claims onClose={() => setOpen(false)} />}
    </>
  );
};
