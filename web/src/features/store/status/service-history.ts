import type { Api } from '@chaveiro/contracts'
import { timings } from '@chaveiro/contracts/limits'
import { ownApi } from 'virtual:own-api'

import type { Reply } from '../../../api/http.ts'
import { ask, whileWatched } from '../../../api/queries.ts'

export type ServiceHistory = Reply<Api['status']['history']>
export type Part = ServiceHistory['parts'][number]

/** State and history of the services, polled like the products (S095, P197). */
export const serviceHistory = ask(ownApi.status.history, {}, whileWatched(timings.statusPage))

/** Number of services down or degraded; paused and unmeasured ones do not count. */
export const servicesInTrouble = (history: ServiceHistory | undefined): number =>
  history?.parts.filter(({ state }) => state === 'down' || state === 'degraded').length ?? 0
