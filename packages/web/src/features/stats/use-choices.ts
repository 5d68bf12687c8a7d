import { endpoints } from '@lianxian/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** What statistics can be narrowed to: tasks by a part of their name, the one of the address among them; all else whole. */
export const useChoices = (q = '', task: string | null = null, enabled = true) =>
  useQuery({
    queryKey: ['stat/choices', q, task],
    queryFn: ({ signal }) =>
      call(endpoints.stat.choices, { q, ...(task && task !== '0' && { taskId: task }) }, { signal, quiet: true }),
    enabled,
    placeholderData: keepPreviousData,
  });
