import { timings } from '@chaveiro/contracts/limits'
import { api } from '../../../api/call.ts'
import { ask, whileWatched } from '../../../api/queries.ts'

/** How every product stands, asked every 60 s (S095). */
export const productStatus = ask(api.status.products, {}, whileWatched(timings.statusPage))
