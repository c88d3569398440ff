import type { Api } from '@chaveiro/contracts'
import { timings } from '@chaveiro/contracts/limits'
import { ownApi } from 'virtual:own-api'

import type { Reply } from '../../../api/http.ts'
import { ask, whileWatched } from '../../../api/queries.ts'

export type ServiceHistory = Reply<Api['status']['history']>
export type Part = ServiceHistory['parts'][number]

/** How the services stand and stood, asked as often as the products (S095, P197). */
export const serviceHistory = ask(ownApi.status.history, {}, whileWatched(timings.statusPage))

/** How many services are not as they should be; what is paused or not measured is no trouble. */
export const servicesInTrouble = (history: ServiceHistory | undefined): number =>
  history?.parts.filter(({ state }) => state === 'down' || state === 'degraded').length ?? 0
