import { timings } from '@chaveiro/contracts/limits'
import { ownApi } from 'virtual:own-api'

import { ask, whileWatched } from '../../../api/queries.ts'

/** Status of all products, polled every 60 s (S095). */
export const productStatus = ask(ownApi.status.products, {}, whileWatched(timings.statusPage))
