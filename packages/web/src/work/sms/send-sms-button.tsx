import { MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../session/current-user.ts';
import { SendSms } from './lazy-send-sms.tsx';
import type { SmsTo } from './send-sms.tsx';

/** Opens the dialog that sends a message to whoever is before one, for who may call them. */
export const SendSmsButton = ({ to }: { to: SmsTo }) => {
  const { t } = useTranslation('shell');
  const [open, setOpen] = useState(false);
  const maySend = useCurrentUser()?.btns.includes('call_out') ?? false;
  if (!maySend) return null;
  return (
    <>
      <button
        type="button"
        className="link row gap-4"
        onClick={event => {
          event.stopPropagation();
          setOpen(true);
        }}
      >
        <MessageSquareText size={13} aria-hidden="true" /> {t($ => $.sendSms)}
      </button>
      {open && <SendSms to={to} onClose={() => setOpen(false)} />}
    </>
  );
};
