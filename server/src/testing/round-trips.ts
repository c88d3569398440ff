import { ShopClient } from '../db/client.ts'

type Query = (this: ShopClient, ...given: unknown[]) => unknown

/** Whether a connection only listens: it begins, and is kept alive, beside any work. */
const listens = (client: ShopClient): boolean =>
  (client as unknown as { connectionParameters: { application_name?: string } })
    .connectionParameters.application_name === 'chaveiro listener'

/**
 * Whether a statement comes beside any work: it tells the workers of jobs, or reads the providers'
 * settings again, which may have changed.
 */
const isBeside = (text: string): boolean =>
  text.includes('jobs:insert') || text.includes(' from kept_providers order by ')

/**
 * How often some work waited for the database, and the statements it sent: what travels together in
 * a pipeline is waited for once. begin and commit count as any other; nothing else may be running
 * but the connection that listens, which is not counted. The work may ask how often it waited so
 * far.
 */
export async function roundTripsOf<T>(
  work: (soFar: () => number) => Promise<T>,
): Promise<{ trips: number; statements: string[]; result: T }> {
  const original = ShopClient.prototype.query as unknown as Query
  const underWay = new Map<ShopClient, number>()
  const statements: string[] = []
  let trips = 0
  const ended = (client: ShopClient) => underWay.set(client, underWay.get(client)! - 1)

  ShopClient.prototype.query = function (this: ShopClient, ...given: unknown[]) {
    if (listens(this) || isBeside(textOf(given[0]))) return original.apply(this, given)

    const before = underWay.get(this) ?? 0
    if (before === 0) trips++
    underWay.set(this, before + 1)
    statements.push(textOf(given[0]))
    const at = given.findLastIndex((one) => typeof one === 'function')

    if (at >= 0) {
      const callback = given[at] as (...answer: unknown[]) => unknown

      given[at] = (...answer: unknown[]) => {
        ended(this)
        return callback(...answer)
      }

      return original.apply(this, given)
    }

    const result = original.apply(this, given) as Promise<unknown>
    const end = () => void ended(this)
    result.then(end, end)

    return result
  } as never

  try {
    const result = await work(() => trips)
    return { trips, statements, result }
  } finally {
    ShopClient.prototype.query = original as never
  }
}

const textOf = (query: unknown): string =>
  (typeof query === 'string' ? query : ((query as { text?: string } | null)?.text ?? ''))
    .replace(/\s+/g, ' ')
    .trim()
