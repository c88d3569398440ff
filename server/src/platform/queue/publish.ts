import type { App } from '../app.ts'
import type { ShopEvent } from './events.ts'

/**
 * Passes an event to its subscribers (jobs/subscribers.ts) in the caller's transaction. Rows that
 * subscribers write exist if and only if that transaction commits.
 */
export async function publish(tx: App, event: ShopEvent): Promise<void> {
  await Promise.all(tx.subscribers.map((subscriber) => subscriber(tx, event)))
}
