import { coversOwner } from '../db/index.ts';
import { bytesOf, type Connection, closeCodes } from './connection.ts';
import { catchUp, deliver, toPeople } from './delivery.ts';
import type { Hub } from './hub.ts';
import { reviewRights, reviewTopics } from './rights.ts';
import type { Envelope } from './sender.ts';

const closeAll = (connections: ReadonlySet<Connection>, code: number): void => {
  for (const connection of [...connections]) connection.close(code);
};

/** What came over the bus, to the sockets it is for. */
export const forward = (hub: Hub, envelope: Envelope): void => {
  const { here } = hub;
  switch (envelope.to) {
    case 'topic': {
      const { merchantId, topic, message, within } = envelope;
      if (within === undefined) deliver(hub, merchantId, topic, message);
      else deliver(hub, merchantId, topic, of => (coversOwner(of, within.owner) ? message : within.beyond));
      break;
    }
    case 'people': {
      const { merchantId, employeeId, message } = envelope;
      const people = employeeId === null ? here.ofMerchant(merchantId) : here.ofEmployee(merchantId, employeeId);
      if (message === null) void catchUp(hub, people);
      else toPeople(hub, people, message);
      break;
    }
    case 'pages': {
      const bytes = bytesOf(envelope.message);
      for (const connection of here.ofEmployee(envelope.merchantId, envelope.employeeId))
        if (connection.isOwnPage && connection.session.preview === null) connection.send(bytes);
      break;
    }
    case 'rights': {
      const { merchantId, employeeIds } = envelope;
      const people = employeeIds?.flatMap(id => [...here.ofEmployee(merchantId, id)]) ?? [
        ...here.ofMerchant(merchantId),
      ];
      reviewRights(hub, people, true).catch(hub.failed);
      break;
    }
    case 'topics': {
      const { merchantId, employeeId, prefix } = envelope;
      for (const connection of here.ofEmployee(merchantId, employeeId))
        reviewTopics(hub, connection, prefix).catch(hub.failed);
      break;
    }
    case 'session':
      closeAll(here.ofSession(envelope.sessionId), closeCodes.signedOut);
  }
};
