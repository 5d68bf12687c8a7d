import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { count } from '../ui/format.ts';
import { useTodoCount } from './todo-count.ts';

/** The way to what people have to do, and how much it is; for who sees calls. */
export const TodoLink = () => {
  const { t } = useTranslation('shell');
  const counted = useTodoCount(true);
  return (
    <Link className="link whole" to="/callLog/todo">
      {t($ => $.nav.todo)} {counted !== undefined && counted.open > 0 && count(counted.open, counted.more)}
    </Link>
  );
};
