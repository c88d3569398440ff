import type { Api } from '@chaveiro/contracts'

import type { Reply } from '../../../api/http.ts'

/** A page of a product's reviews, with its rating. */
export type Reviews = Reply<Api['reviews']['list']>
