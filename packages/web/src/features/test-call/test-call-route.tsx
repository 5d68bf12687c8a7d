import { useNavigate, useSearchParams } from 'react-router';
import { LiveCallPanel } from './live-call-panel.tsx';
import { PlaceCall } from './place-call.tsx';
import './test-call.css';

/** The drawer of the test call (试呼): choose, then follow. Which of both stands in the address, so a reload keeps it. */
export const TestCallRoute = () => {
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  const call = query.get('call') ?? 'new';
  const close = () => setQuery({});
  return call === 'new' ? (
    <PlaceCall onPlaced={id => setQuery({ call: id }, { replace: true })} onClose={close} />
  ) : (
    <LiveCallPanel
      key={call}
      id={call}
      onClose={close}
      onAgain={() => setQuery({ call: 'new' }, { replace: true })}
      onFiled={id => void navigate(`/platform/call/${id}`)}
    />
  );
};
