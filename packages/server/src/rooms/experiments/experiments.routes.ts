import { experimentEndpoints } from '@lianxian/contract';
import { bind, type Front } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { tellTaskChanged } from '../tasks/index.ts';
import { nodesInAll } from './experiments.store.ts';
import { endExperiment, readExperiment, removeExperiment, saveExperiment, voicesFor } from './experiments.ts';

export const bindExperiments = (front: Front, push: PushSender): void => {
  bind(front, experimentEndpoints.read, ({ taskId }, context) => readExperiment(taskId, context));
  bind(front, experimentEndpoints.nodes, async ({ planIds }, { db }) => ({
    nodes: [...(await nodesInAll(db, [...new Set(planIds)]))],
  }));
  bind(front, experimentEndpoints.voices, ({ planIds }, context) => voicesFor([...new Set(planIds)], context));
  bind(front, experimentEndpoints.save, async (input, context) => {
    await saveExperiment(input, context);
    tellTaskChanged(push, context.session.merchantId, input.taskId);
    return {};
  });
  bind(front, experimentEndpoints.remove, async ({ taskId }, context) => {
    await removeExperiment(taskId, context);
    tellTaskChanged(push, context.session.merchantId, taskId);
    return {};
  });
  bind(front, experimentEndpoints.end, async (input, context) => {
    await endExperiment(input, context);
    tellTaskChanged(push, context.session.merchantId, input.taskId);
    return {};
  });
};
