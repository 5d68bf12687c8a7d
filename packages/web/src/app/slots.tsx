import type { ComponentType } from 'react';
import type { PageWords } from '../text/words.ts';
import { page } from './chunk.ts';

/**
 * Parts of the frame that features own, each a chunk of its own that comes when it is first shown. A part whose file is
 * not there shows nothing and has no entry. The words a part needs stand in its row.
 */
const files = import.meta.glob<Record<string, ComponentType<never>>>([
  '../features/notices/ticker.tsx',
  '../features/messages/bell.tsx',
  '../features/batches/batch-panel.tsx',
  '../features/help/help-modal.tsx',
  '../features/security/password-dialog.tsx',
  '../features/security/agreement-dialog.tsx',
  '../features/texts/commitment-modal.tsx',
]);

const slot = <Props extends object>(path: string, name: string, ...words: PageWords[]): ComponentType<Props> | null => {
  const load = files[`../features/${path}.tsx`];
  if (!load) return null;
  return page<Props>(
    async () => {
      const file = await load();
      return file[name] as ComponentType<Props>;
    },
    ...words,
  );
};

export const Ticker = slot('notices/ticker', 'Ticker', 'help');
export const Bell = slot('messages/bell', 'Bell', 'messages');
export const BatchPanel = slot('batches/batch-panel', 'BatchPanel', 'messages');
export const HelpModal = slot<{ path: string; onClose: () => void }>('help/help-modal', 'HelpModal', 'help');
export const PasswordDialog = slot<{ forced: boolean; onClose: () => void }>(
  'security/password-dialog',
  'PasswordDialog',
  'security',
);
export const AgreementDialog = slot('security/agreement-dialog', 'AgreementDialog', 'security');
export const CommitmentModal = slot<{ onClose: () => void }>('texts/commitment-modal', 'CommitmentModal', 'help');
