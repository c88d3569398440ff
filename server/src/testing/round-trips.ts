import { ShopClient } from '../db/client.ts'

type Query = (this: ShopClient, ...given: unknown[]) => unknown

/**
 * Whether this is the listener's connection, whose start and pings do not belong to the counted
 * work.
 */
const isListener = (client: ShopClient): boolean =>
  (client as unknown as { connectionParameters: { application_name?: string } })
    .connectionParameters.application_name === 'chaveiro listener'

/**
 * Whether a statement is background work: notifications of new jobs, and reloads of provider
 * settings.
 */
const isBackground = (text: string): boolean =>
  text.includes('jobs:insert') || text.includes(' from kept_providers order by ')

/**
 * Counts the database round trips of some work, and collects its statements. Statements that a
 * pipeline sends together are one trip; begin and commit count too. Nothing else may run meanwhile.
 * `soFar` is the count up to now.
 */
export async function roundTripsOf<T>(
  work: (soFar: () => number) => Promise<T>,
): Promise<{ trips: number; statements: string[]; result: T }> {
  const original = ShopClient.prototype.query as unknown as Query
  const runningByClient = new Map<ShopClient, number>()
  const statements: string[] = []
  let trips = 0
  const noteEnd = (client: ShopClient) =>
    runningByClient.set(client, runningByClient.get(client)! - 1)

  ShopClient.prototype.query = function (this: ShopClient, ...given: unknown[]) {
    if (isListener(this) || isBackground(statementText(given[0])))
      return original.apply(this, given)

    const running = runningByClient.get(this) ?? 0
    if (running === 0) trips++
    runningByClient.set(this, running + 1)
    statements.push(statementText(given[0]))
    const callbackIndex = given.findLastIndex((argument) => typeof argument === 'function')

    if (callbackIndex >= 0) {
      const callback = given[callbackIndex] as (...answer: unknown[]) => unknown

      given[callbackIndex] = (...answer: unknown[]) => {
        noteEnd(this)
        return callback(...answer)
      }

      return original.apply(this, given)
    }

    const result = original.apply(this, given) as Promise<unknown>
    const end = () => void noteEnd(this)
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

const statementText = (query: unknown): string =>
  (typeof query === 'string' ? query : ((query as { text?: string } | null)?.text ?? ''))
    .replace(/\s+/g, ' ')
    .trim()
