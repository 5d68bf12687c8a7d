import { useNavigate } from 'react-router';
import { ConnectPage } from '../features/lines/connect/connect-page.tsx';

/** The guided page from a carrier's letter to the first ring. */
export const ConnectLineRoute = () => {
  const navigate = useNavigate();
  return <ConnectPage onMakeTask={() => void navigate('/my-task?edit=new')} onLines={() => void navigate('/port')} />;
};
