import type { App } from '../../platform/app.ts'
import { neededKeys, countSealers } from '../../platform/secrets/vault-canaries.ts'
import { countByKey, sealedPlaces } from './sealed.queries.ts'

export type KeysStatus = {
  /** The key that seals new values; the other keys only open older values. */
  newest: number
  /** The keys of VAULT_KEYS, and other keys that a value, a canary or a process uses. */
  keys: {
    id: number
    given: boolean
    values: number
    /** Whether the shop refuses to start without this key. */
    needed: boolean
    /** Number of shop processes that now seal with this key. */
    processes: number
  }[]
  places: { place: string; byKey: Record<number, number> }[]
}

/** Number of values by key, and whether each key is still needed. */
export async function keysStatus(app: App): Promise<KeysStatus> {
  const { vaultKeys } = app.config
  // Processes are counted before values: a process that ends in between may have sealed a value.
  const [needed, sealing] = await Promise.all([neededKeys(app.pool), countSealers(app.pool)])
  const placeCounts: KeysStatus['places'] = []
  const valuesByKey = new Map<number, number>(vaultKeys.map(({ id }) => [id, 0]))

  for (const place of sealedPlaces) {
    const keyCounts = await countByKey(app, place)
    for (const [id, n] of keyCounts) valuesByKey.set(id, (valuesByKey.get(id) ?? 0) + n)
    placeCounts.push({ place: place.name, byKey: Object.fromEntries(keyCounts) })
  }

  for (const id of [...needed, ...sealing.keys()]) valuesByKey.set(id, valuesByKey.get(id) ?? 0)

  return {
    newest: vaultKeys[0]!.id,
    keys: [...valuesByKey].map(([id, values]) => ({
      id,
      given: vaultKeys.some((key) => key.id === id),
      values,
      needed: needed.includes(id),
      processes: sealing.get(id) ?? 0,
    })),
    places: placeCounts,
  }
}
