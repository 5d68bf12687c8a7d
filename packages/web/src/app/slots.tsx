import { Component, type ComponentType, type ReactNode, Suspense } from 'react';
import { accountNow } from '../session/current-user.ts';
import { readSwitch } from '../softphone/switch-state.ts';
import type { PageWords } from '../text/words.ts';
import { page } from './page.ts';

/** A part of the frame that could not be loaded, or that threw, is left out; the frame and the page stay. */
class LeftOut extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };
  static getDerivedStateFromError() {
    return { broken: true };
  }
  override render() {
    return !this.state.broken && this.props.children;
  }
}

/** A part of the frame that a feature owns: a chunk of its own that comes, with its words, when it is first shown. */
const part = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ...words: PageWords[]
): ComponentType<Props> => {
  const Part = page(load, ...words);
  return props => (
    <LeftOut>
      <Suspense>
        <Part {...props} />
      </Suspense>
    </LeftOut>
  );
};

export const Ticker = part(() => import('../features/notices/ticker.tsx').then(file => file.Ticker), 'help');
export const Bell = part(() => import('../features/messages/bell.tsx').then(file => file.Bell), 'messages');
export const SeatPart = part(() => {
  // Who was online before a reload may have a call that waits: the phone's code comes beside what shows it.
  if (readSwitch(accountNow()) === 1 && !window.lianxianBridge)
    import('../softphone/jssip/sip-phone.ts').catch(() => undefined);
  return import('../softphone/seat-part.tsx').then(file => file.SeatPart);
}, 'softphone');
export const BatchPanel = part(
  () => import('../features/batches/batch-panel.tsx').then(file => file.BatchPanel),
  'messages',
);
export const HelpModal = part(() => import('../features/help/help-modal.tsx').then(file => file.HelpModal), 'help');
export const PasswordDialog = part(
  () => import('../features/security/password-dialog.tsx').then(file => file.PasswordDialog),
  'security',
);
export const StopAll = part(() => import('../work/stop-all.tsx').then(file => file.StopAll));
export const StopPlatform = part(
  () => import('../features/admin/stop-platform.tsx').then(file => file.StopPlatform),
  'merchants',
);
export const FactorBegin = part(
  () => import('../features/security/factor-begin.tsx').then(file => file.FactorBegin),
  'security',
);
export const AgreementDialog = part(
  () => import('../features/security/agreement-dialog.tsx').then(file => file.AgreementDialog),
  'security',
);
export const CommitmentModal = part(
  () => import('../features/texts/commitment-modal.tsx').then(file => file.CommitmentModal),
  'help',
);
export const CustomerOver = part(
  () => import('../customer/customer-over.tsx').then(file => file.CustomerOver),
  'customer',
  'parts',
);
export const Console = part(() => import('../console/console.tsx').then(file => file.Console), 'console', 'softphone');
