import {
  type Language,
  type OutputOf,
  type WebhookEventName,
  type WebhookFault,
  type webhookEndpoints,
  webhookEventText,
  webhookFaultText,
} from '@lianxian/contract';
import type { ListedDelivery, ListedEndpoint } from './endpoints.store.ts';

type EndpointRow = OutputOf<typeof webhookEndpoints.list>['list'][number];
type DeliveryRow = OutputOf<typeof webhookEndpoints.deliveries>['list'][number];

export const endpointView = (
  { offBecause, failingSince, events, ...row }: ListedEndpoint,
  language: Language,
): EndpointRow => ({
  ...row,
  events: [...events] as WebhookEventName[],
  offBecauseText: webhookFaultText(offBecause, language),
  failingSince: failingSince?.toISOString() ?? null,
});

export const deliveryView = (row: ListedDelivery, language: Language): DeliveryRow => ({
  id: row.id,
  event: row.event,
  eventText: webhookEventText(row.event, language),
  subject: row.subject,
  at: row.at.toISOString(),
  state: row.state,
  tries: row.tries,
  triedAt: row.triedAt?.toISOString() ?? null,
  dueAt: row.state === 'waiting' ? row.dueAt.toISOString() : null,
  code: row.code,
  because: row.because as WebhookFault,
  becauseText: webhookFaultText(row.because, language),
  tookMs: row.tookMs,
});
