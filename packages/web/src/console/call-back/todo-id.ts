import { useEffect } from 'react';
import { useSearchParams } from 'react-router';

/** The call-back that a message or a list leads to stands in the address, of whatever page. */
const name = 'todoId';

export const useTodoId = () => {
  const [query, setQuery] = useSearchParams();
  const leave = () =>
    setQuery(
      before => {
        before.delete(name);
        return before;
      },
      { replace: true },
    );
  return { todoId: query.get(name), leave };
};

/** Once it is called the call has it, and the address lets go of it. */
export const useTodoTaken = (called: string | null): void => {
  const { todoId, leave } = useTodoId();
  const isTaken = called !== null && todoId === called;
  useEffect(() => {
    if (isTaken) leave();
  }, [isTaken, leave]);
};
