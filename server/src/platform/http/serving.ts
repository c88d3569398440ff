import { api } from '@chaveiro/contracts'
import { adminApi } from '@chaveiro/contracts/admin'
import type { AnyRoute } from '@chaveiro/contracts/route'
import { adminServing, serving, type Serving, type Worth } from '@chaveiro/contracts/serving'

type Contracts = Record<string, Record<string, AnyRoute>>

const fieldsByRoute = new Map<AnyRoute, Serving>([
  ...servingFieldsOf(api, serving),
  ...servingFieldsOf(adminApi, adminServing),
])

function servingFieldsOf(
  contracts: Contracts,
  fields: Partial<Record<string, Serving>>,
): [AnyRoute, Serving][] {
  return Object.entries(contracts).flatMap(([area, calls]) =>
    Object.entries(calls).flatMap(([name, route]): [AnyRoute, Serving][] => {
      const callFields = fields[`${area}.${name}`]
      return callFields ? [[route, callFields]] : []
    }),
  )
}

/** The priority of a call under load; null if it is always served. */
export function worthOf(route: AnyRoute): Worth | null {
  const { worth, isKept } = fieldsByRoute.get(route) ?? {}
  if (isKept) return null
  if (worth) return worth
  if (route.file) return 'first'

  return route.access === 'staff' ? 'last' : 'middle'
}

/** Path prefixes of answers that other sites may embed. */
export const embeddableCalls: readonly string[] = [...fieldsByRoute]
  .filter(([, { isEmbeddable }]) => isEmbeddable)
  .map(([{ path }]) => path.split(':', 1)[0]!)
