import { notifyStaff } from '../domains/notifications/push/push.jobs.service.ts'
import type { Subscriber } from '../platform/app.ts'

/**
 * Every subscriber of the shop's events. A subscriber runs in the publisher's transaction, and may
 * run again for the same event.
 */
export const subscribers: readonly Subscriber[] = [notifyStaff]
