import { timings } from '@chaveiro/contracts/limits'
import { api } from '../../../lib/call.ts'
import { ask, whileWatched } from '../../../lib/queries.ts'

/** How every product stands, asked every 60 s (S095). */
export const productStatus = ask(api.status.products, {}, whileWatched(timings.statusPage))
