import type { Api } from '@chaveiro/contracts'

import type { Reply } from '../../../api/http.ts'

/** A page of the reviews of a product, with its rating. */
export type Reviews = Reply<Api['reviews']['list']>
